/** Advertising on Amazon: its reports as files, what they add up to, and advice on search terms. What this room adds to sales. */
import { group, listPage, reportPage } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { type RouteMap, defined } from '#platform/server/area.ts'
import { importOfShops } from '#platform/server/imports.ts'
import { family, exportOf, list } from '#platform/server/records.ts'
import { adviceLimit, termAdvice } from './advice.ts'
import { adFamilies } from './families.ts'
import { adReports } from './report.ts'
import { adSheets } from './sheets.ts'
import { adTables, campaignDays, groupDays, productDays, searchTerms, targetDays } from './tables.ts'
import { adPermission } from './words.ts'

const [limits, advice] = [adviceLimit, termAdvice]
const lists = [campaignDays, groupDays, targetDays, productDays, searchTerms]
const typeOf = (one: Resource): string => defined(one.type, `type of ${one.table}`)

const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const codesOf = ({ table }: Resource): string[] => adSheets.filter(one => one.table === table).map(one => one.sheet.code)

const routes: RouteMap = {
  ...Object.fromEntries(
    lists.flatMap(one => [
      [`POST /${typeOf(one)}/list`, list(one)],
      [`POST /${typeOf(one)}/listExport`, exportOf(one)],
    ]),
  ),
  'POST /adReport/importData': importOfShops({
    permission: adPermission,
    title: ['导入广告报告', 'Import advertising reports'],
    button: ['导入报告', 'Import reports'],
    on: lists,
    accept: ['.csv', '.txt', '.tsv', '.xlsx'],
    takes: adFamilies,
  }),
  'POST /adTermAdvice/list': list(advice),
  'POST /adTermAdvice/listExport': exportOf(advice),
  ...family('adAdviceLimit', limits),
}

const pathOf = (name: string): string => `/sales/advertising/${kebab(name)}`
export const advertisingGroup = group(
  'salesAdvertising',
  ['广告', 'Advertising'],
  [
    ...adReports.map(report => reportPage(report, { path: pathOf(report.name), title: report.title, everyDays: 7 })),
    ...lists.map(one =>
      listPage(
        one,
        pathOf(typeOf(one)),
        one === searchTerms ? { isMonitoring: true, freshness: { families: codesOf(one), everyDays: 31 } } : {},
      ),
    ),
    listPage(advice, pathOf(typeOf(advice))),
    listPage(limits, pathOf(typeOf(limits))),
  ],
  'bar-chart',
)

export const advertising = {
  resources: [...adTables, limits, advice],
  routes,
  families: adFamilies,
}
