/**
 * `npm run bench [-- parts] [--quick] [--lines n] [--data folder]`: measures the product against what its database and its runtime can do,
 * prints a table, and after a whole run keeps it in bench/RESULTS.md. The company has 20 shops of 1,000 SKUs unless `--shops` and `--skus`
 * say otherwise; a folder that is there keeps the width it was made with. `npm run bench -- scale --lines 10000000` holds the filtered list
 * in a table of that size against one of a tenth; it runs only when asked for. `npm run bench -- scopes --records 200000` holds the two
 * forms of a scope of several ways against each other, `npm run bench -- workOrders --records 1000000` asks for work orders and their
 * replies, `npm run bench -- search --records 1000000` searches that many products, and `npm run bench -- help
 * --records 50000` that many help articles, likewise; `npm run bench -- families --import-lines 1000000` imports files of that many lines
 * of eBay, Walmart, Amazon's inventory ledger and its orders; `npm run bench -- close --lines 10000000 --shops 40 --skus 3000` closes a
 * month of 24 and reads bridges; `npm run bench -- memory` makes a first start and asks for its times and its resident memory.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { besidePart } from '../bench/beside.ts'
import { boardsPart } from '../bench/boards.ts'
import { exportPart } from '../bench/export.ts'
import { seconds, tableOf, timed, machine, type Figure } from '../bench/figures.ts'
import { fill } from '../bench/fill.ts'
import { floodPart } from '../bench/flood.ts'
import { gridPart } from '../bench/grid.ts'
import { helpPart } from '../bench/help.ts'
import { httpPart } from '../bench/http.ts'
import { familiesPart, importPart } from '../bench/import.ts'
import { latencyPart } from '../bench/latency.ts'
import { listImportPart } from '../bench/list-import.ts'
import { listPart } from '../bench/list.ts'
import { isApart, optionsOf, type Options, type PartApart, type PartName } from '../bench/options.ts'
import { pagingPart } from '../bench/paging.ts'
import { openPlace, type Place } from '../bench/place.ts'
import { profitPart, rollUp } from '../bench/profit.ts'
import { rightsPart } from '../bench/rights.ts'
import { salesPart } from '../bench/sales.ts'
import { scalePart } from '../bench/scale.ts'
import { scopesPart } from '../bench/scopes.ts'
import { filesPart } from '../bench/files.ts'
import { searchPart } from '../bench/search.ts'
import { shellPart } from '../bench/shell.ts'
import { usagePart } from '../bench/usage.ts'
import { webPart } from '../bench/web.ts'
import { allocationPart } from '../bench/allocation.ts'
import { marketplacesPart } from '../bench/marketplaces.ts'
import { layersPart } from '../bench/layers.ts'
import { closePart } from '../bench/close.ts'
import { matchingPart } from '../bench/matching.ts'
import { approvalsPart } from '../bench/approvals.ts'
import { goodsPart } from '../bench/goods.ts'
import { logisticsPart } from '../bench/logistics.ts'
import { floorPart } from '../bench/goods-floor.ts'
import { attendancePart } from '../bench/attendance.ts'
import { peoplePart } from '../bench/people.ts'
import { productionPart } from '../bench/production.ts'
import { purchasePart } from '../bench/purchase.ts'
import { paperPart } from '../bench/paper.ts'
import { researchPart } from '../bench/research.ts'
import { memoryPart } from '../bench/memory.ts'
import { workOrdersPart } from '../bench/work-orders.ts'

const say = (line: string): void => console.log(line)
const parts: Readonly<Record<Exclude<PartName, PartApart>, (place: Place, options: Options) => Promise<Figure[]>>> = {
  import: importPart,
  list: listPart,
  paging: pagingPart,
  listImport: listImportPart,
  latency: latencyPart,
  beside: besidePart,
  profit: profitPart,
  export: exportPart,
  http: httpPart,
  flood: floodPart,
  web: webPart,
  grid: gridPart,
  rights: rightsPart,
  shell: shellPart,
  boards: boardsPart,
}
const apart: Readonly<Record<PartApart, (options: Options) => Promise<Figure[]>>> = {
  scale: scalePart,
  scopes: scopesPart,
  workOrders: workOrdersPart,
  approvals: approvalsPart,
  floor: floorPart,
  people: peoplePart,
  attendance: attendancePart,
  purchase: purchasePart,
  paper: paperPart,
  research: researchPart,
  goods: goodsPart,
  logistics: logisticsPart,
  production: productionPart,
  sales: salesPart,
  search: searchPart,
  files: filesPart,
  help: helpPart,
  families: familiesPart,
  allocation: allocationPart,
  layers: layersPart,
  matching: matchingPart,
  close: closePart,
  marketplaces: marketplacesPart,
  usage: usagePart,
  memory: memoryPart,
}

async function measure(options: Options): Promise<Figure[]> {
  const atPlace = options.parts.filter((name): name is Exclude<PartName, PartApart> => !isApart(name))
  const figures = atPlace.length === 0 ? [] : await measureAtPlace(options, atPlace)
  for (const name of options.parts.filter(isApart)) {
    say(`正在测量：${name}`)
    figures.push(...told(await apart[name](options)))
  }
  return figures
}

const told = (figures: readonly Figure[]): readonly Figure[] => {
  for (const f of figures) say(`  ${f.what}: ${[f.value, f.against, f.ratio].filter(Boolean).join(' | ')}`)
  return figures
}

async function measureAtPlace(options: Options, names: readonly Exclude<PartName, PartApart>[]): Promise<Figure[]> {
  const place = await openPlace(options.data, options)
  const figures: Figure[] = []
  try {
    say(`正在准备 ${options.lines.toLocaleString('en')} 行交易明细（只为填充，不计入结果）`)
    let isNew = false
    const fillMs = await timed(async () => (isNew = await fill(place, options.lines)))
    if (isNew) {
      say(`已填充，用时 ${seconds(fillMs)}；正在汇总`)
      figures.push(...(await rollUp(place, options)))
    }
    for (const name of names) {
      say(`正在测量：${name}`)
      figures.push(...told(await parts[name](place, options)))
    }
  } finally {
    await place.close()
  }
  return figures
}

function resultsPage(options: Options, figures: readonly Figure[]): string {
  return `# Figures

Written by \`npm run bench\`. Absolute times are those of the machine named here; ratios are steadier, as long as nothing else uses its cores.

- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${machine()}; PostgreSQL of the product on the same machine, fsync on
- Data: ${options.lines.toLocaleString('en')} transaction lines over ${options.shops} shops of ${options.skus.toLocaleString('en')} SKUs and 12 months (filled by INSERT SELECT, not measured); settlement file of ${options.importLines.toLocaleString('en')} lines, each import ${options.rounds} times, the median counts

${tableOf(figures)}
`
}

try {
  const options = optionsOf(process.argv.slice(2))
  const figures = await measure(options)
  say(`\n${tableOf(figures)}`)
  if (options.isComplete) writeFileSync(join(import.meta.dirname, '../bench/RESULTS.md'), resultsPage(options, figures))
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
  process.exitCode = 1
}
