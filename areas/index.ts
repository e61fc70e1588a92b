/** Every area of the house, in the order of the module menu. A line here registers an area. */
import type { Area } from '#platform/server/area.ts'
import { access } from './access/index.ts'
import { admin } from './admin/index.ts'
import { attendance } from './attendance/index.ts'
import { connections } from './connections/index.ts'
import { contractPayments, contracts } from './contracts/index.ts'
import { culture } from './culture/index.ts'
import { dashboards } from './dashboards/index.ts'
import { documents } from './documents/index.ts'
import { finance } from './finance/index.ts'
import { goods } from './goods/index.ts'
import { hr } from './hr/index.ts'
import { help } from './help/index.ts'
import { logistics } from './logistics/index.ts'
import { mailbox } from './mailbox/index.ts'
import { menu } from './menu/index.ts'
import { monitoring } from './monitoring/index.ts'
import { notices } from './notices/index.ts'
import { ownReports } from './own-reports/index.ts'
import { performanceArea } from './performance/index.ts'
import { production } from './production/index.ts'
import { projects } from './projects/index.ts'
import { quality } from './quality/index.ts'
import { reference } from './reference/index.ts'
import { research } from './research/index.ts'
import { sales } from './sales/index.ts'
import { schedule } from './schedule/index.ts'
import { statistics } from './statistics/index.ts'
import { supply, supplyPayments } from './supply/index.ts'
import { workflow } from './workflow/index.ts'
import { workOrders } from './work-orders/index.ts'

export const areas: readonly Area[] = [
  finance,
  statistics,
  sales,
  performanceArea,
  dashboards,
  ownReports,
  reference,
  goods,
  supply,
  quality,
  supplyPayments,
  logistics,
  production,
  research,
  hr,
  attendance,
  contracts,
  contractPayments,
  documents,
  workOrders,
  projects,
  schedule,
  help,
  culture,
  mailbox,
  monitoring,
  connections,
  admin,
  access,
  workflow,
  notices,
  menu,
]
