// Light or dark: as the system has it, unless chosen here. The choice is the only thing that the console keeps in a browser.

const KEY = 'muster-theme';
const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };

/** @returns {'auto' | 'light' | 'dark'} */
export function theme() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}

/** Puts the chosen theme on the page. */
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** From what the system has to light, to dark, and back. */
export function nextTheme() {
  try {
    localStorage.setItem(KEY, NEXT[theme()]);
  } catch {
    document.documentElement.dataset.theme = NEXT[document.documentElement.dataset.theme ?? 'auto'];
    return;
  }
  applyTheme();
}
