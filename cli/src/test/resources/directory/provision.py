"""Makes the database of a domain controller of contoso.com, without the shares that it would also serve."""
import logging
import sys

from samba.auth import system_session
from samba.dsdb import DS_DOMAIN_FUNCTION_2008_R2
from samba.param import LoadParm
from samba.provision import provision

target, password = sys.argv[1:3]
lp = LoadParm()
lp.load_default()
provision(
    logging.getLogger(), system_session(), targetdir=target, smbconf=target + "/etc/smb.conf", lp=lp,
    realm="CONTOSO.COM", domain="DEMO", hostname="dc1", hostip="127.0.0.1", adminpass=password,
    serverrole="active directory domain controller", dns_backend="NONE", skip_sysvolacl=True,
    dom_for_fun_level=DS_DOMAIN_FUNCTION_2008_R2)
