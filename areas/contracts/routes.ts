/** Route map of contracts. */
import type { RouteMap } from '#platform/server/area.ts'
import { exportOf, family, imported, list, usual } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { contractCalendar } from './calendar.ts'
import { contract } from './contract-tables.ts'
import { bringKinds } from './kinds.ts'
import { contractKind, contractKindField } from './kind-tables.ts'
import { contractEvent, contractPlan } from './plan-tables.ts'
import { contractMonth, contractStamp } from './sums.ts'
import { repeatRoute } from './repeat.ts'

export const contractRoutes: RouteMap = {
  ...family('contractKind', contractKind),
  'POST /contractKind/loadUsual': usual(contractKind, { title: ['载入常用类型', 'Bring the usual kinds'] }, bringKinds),
  ...family('contractKindField', contractKindField),
  ...family('contract', contract),
  ...imported('contract', contract),
  'POST /contract/submit': step(contract, 'submit'),
  'POST /contract/sign': step(contract, 'sign'),
  'POST /contract/complete': step(contract, 'complete'),
  'POST /contract/terminate': step(contract, 'terminate'),
  'POST /contract/void': step(contract, 'void'),
  'POST /contract/repeatLines': repeatRoute,
  'POST /contractPlan/list': list(contractPlan),
  'POST /contractPlan/listExport': exportOf(contractPlan),
  ...family('contractEvent', contractEvent),
  'POST /contractCalendar/list': list(contractCalendar),
  'POST /contractCalendar/listExport': exportOf(contractCalendar),
  'POST /contractMonth/list': list(contractMonth),
  'POST /contractMonth/listExport': exportOf(contractMonth),
  'POST /contractStamp/list': list(contractStamp),
  'POST /contractStamp/listExport': exportOf(contractStamp),
}
