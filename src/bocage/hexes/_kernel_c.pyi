# The compiled variant has the names and types of the plain one.
from bocage.hexes._kernel import BLOCKED as BLOCKED
from bocage.hexes._kernel import DEAR as DEAR
from bocage.hexes._kernel import NO_LIMIT as NO_LIMIT
from bocage.hexes._kernel import PROHIBITED as PROHIBITED
from bocage.hexes._kernel import UNREACHED as UNREACHED
from bocage.hexes._kernel import ZONE as ZONE
from bocage.hexes._kernel import Links as Links
from bocage.hexes._kernel import Mobility as Mobility
from bocage.hexes._kernel import Search as Search
from bocage.hexes._kernel import Workspace as Workspace
from bocage.hexes._kernel import mark_clashes as mark_clashes
from bocage.hexes._kernel import mark_zones as mark_zones
from bocage.hexes._kernel import stacks_by_hex as stacks_by_hex
from bocage.hexes._kernel import units_at as units_at
from bocage.hexes._kernel import units_marked as units_marked
from bocage.hexes._kernel import unmarked as unmarked
