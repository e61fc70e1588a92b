/**
 * Tells the shell which components exist: generic pages, the areas' own pages, what stands in the top bar. Nothing is loaded before it is
 * shown.
 */
import { registerAdminOpeners } from '#areas/admin/back-office/row-openers.tsx'
import { ViewingSlot } from '#areas/admin/back-office/viewing-slot.tsx'
import { HelpSlot } from '#areas/help/help-slot.tsx'
import { registerAmazonOpeners } from '#areas/finance/row-openers.tsx'
import { cardKeyOf, registerHomeCard } from '#platform/web/cards/home-cards.ts'
import { Bell } from '#platform/web/messages/bell.tsx'
import { pageKeyOf, registerGeneric, registerPage } from '#platform/web/page/pages.ts'
import { recordTypeOf, registerRecordView } from '#platform/web/rows/record-views.ts'
import { registerReportLinks } from '#platform/web/values/report-links.ts'
import { registerQueryPage } from '#platform/web/page/query-page.ts'
import { registerTopBarSlot } from '#platform/web/shell/top-bar-slots.ts'
import { TaskSlot } from '#platform/web/tasks/task-slot.tsx'
import { registerMappingQueues } from '#platform/web/upload/mapping-queues.ts'
import { storedKeyOf } from './stored-keys.ts'

const generics = import.meta.glob(['/platform/web/{list,record,report}/*-page.tsx', '/platform/web/home/centre-page.tsx'])
for (const [file, load] of Object.entries(generics)) registerGeneric(/(\w+)-page\.tsx$/.exec(file)?.[1] ?? '', load)

registerPage('home/workbenches', () => import('#platform/web/home/home-page.tsx'))
registerPage('messages/notify', () => import('#platform/web/messages/notify-page.tsx'))
for (const [file, load] of Object.entries(import.meta.glob('/areas/**/*.page.tsx'))) registerPage(storedKeyOf(pageKeyOf(file)), load)

for (const [file, load] of Object.entries(import.meta.glob(['/areas/**/*.card.tsx', '/platform/web/**/*.card.tsx'])))
  registerHomeCard(storedKeyOf(cardKeyOf(file)), load)

for (const [file, load] of Object.entries(import.meta.glob('/areas/**/*.record.tsx'))) registerRecordView(recordTypeOf(file), load)

registerTopBarSlot({ key: 'viewing', order: 0, component: ViewingSlot })
registerTopBarSlot({ key: 'help', order: 5, component: HelpSlot })
registerTopBarSlot({ key: 'tasks', order: 10, component: TaskSlot })
registerTopBarSlot({ key: 'bell', order: 20, component: Bell })
registerMappingQueues({
  types: 'finance/amazon/type-map',
  skus: 'list/skuMap',
  statements: 'list/amazonSettlement',
  profit: 'report/amazonProfit',
  months: 'finance/months',
})
registerReportLinks({
  rates: 'list/currencyRate',
  types: 'finance/amazon/type-map',
  costs: 'list/productCost',
  skus: 'list/skuMap',
  begin: 'list/amazonSettlement',
})
registerQueryPage('monitoring/generate-sql')
registerAmazonOpeners()
registerAdminOpeners()
