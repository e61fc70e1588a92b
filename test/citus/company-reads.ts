/** For tests: what the demo company's lists and reports answer, all of them, as one person sees them. */
import { areas } from '#areas/index.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { Caller } from './company.ts'
import { lasting, linesOf, type Done } from './steps.ts'

const year = { startDate: '2026-01-01', endDate: '2026-12-31' }
/** a page that holds every row of most lists; of longer ones the number of rows and the totals are compared */
const pageRows = 200

async function readLists(who: Caller): Promise<Done[]> {
  const done: Done[] = []
  const lists = registryOf(withHouseAreas(areas)).routes.filter(r => r.method === 'POST' && r.verb === 'list')
  for (const { path, resource } of lists.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const { code, data } = await who.post(path, { pageNum: 1, pageSize: pageRows, ...(resource?.bound ? year : {}) })
    const isWhole = Number(data?.total ?? 0) <= pageRows
    const answer = { code, total: data?.total, rows: isWhole ? linesOf(data?.list) : [], totals: lasting(data?.totals) }
    done.push({ step: path, answer })
  }
  return done
}

/** of the measures of a report every so many are asked for their lines: they are the same statements */
const measuresApart = 6

/** Every report by each of its dimensions, and the lines behind some of its figures. */
async function readReports(who: Caller): Promise<Done[]> {
  const done: Done[] = []
  for (const { report } of areas.flatMap(area => area.reports ?? [])) {
    const { paths, name, dimensions, measures } = report
    for (const by of Object.keys(dimensions)) {
      const { code, data } = await who.post(paths.rows, { by: [by], ...year, currency: 'CNY', pageNum: 1, pageSize: pageRows })
      const isWhole = Number(data?.total ?? 0) <= pageRows
      const answer = { code, total: data?.total, rows: isWhole ? linesOf(data?.list) : [], totals: lasting(data?.totals) }
      done.push({ step: `${name} by ${by}`, answer })
    }
    for (const measure of Object.keys(measures).filter((_, n) => n % measuresApart === 0)) {
      const { code, data } = await who.post(paths.lines, { measure, ...year, currency: 'CNY', where: {}, pageNum: 1, pageSize: pageRows })
      const isWhole = Number(data?.total ?? 0) <= pageRows
      const answer = { code, total: data?.total, figure: data?.figure, sums: data?.sums, rows: isWhole ? linesOf(data?.list) : [] }
      done.push({ step: `lines of ${name}, ${measure}`, answer })
    }
  }
  return done
}

export const readCompany = async (who: Caller): Promise<Done[]> => [...(await readLists(who)), ...(await readReports(who))]
