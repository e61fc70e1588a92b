/** For tests of research: all areas that its records name. */
import { contracts } from '#areas/contracts/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr } from '#areas/hr/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { production } from '#areas/production/index.ts'
import { projects } from '#areas/projects/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { research } from '#areas/research/index.ts'

export const around = [
  goods,
  sales,
  supply,
  finance,
  quality,
  logistics,
  production,
  workOrders,
  projects,
  hr,
  contracts,
  research,
  workflow,
]
