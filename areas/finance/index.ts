/** Finance: marketplaces' money, its reconciliation, profit. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Wording } from '#platform/declare/sentence.ts'
import { homeCard, wordCard } from '#platform/declare/home-card.ts'
import type { Area, FilesFollower } from '#platform/server/area.ts'
import { followTogether } from '#platform/server/records.ts'
import { costFollowers, costsHandler, profitFigures } from './profit/report/calc.ts'
import { costsJob } from './base/costs-follow.ts'
import { settledRollups } from './profit/report/settled.ts'
import { closedLocks, closedUntil } from './base/closed-months.ts'
import { amazonFamilies } from './facts/amazon/imports/families.ts'
import { payouts } from './facts/amazon/payouts/index.ts'
import { amazonRoutes } from './amazon-routes.ts'
import { amazonTables } from './facts/amazon/tables.ts'
import { makeBank } from './bank/statements/demo.ts'
import { bankFamily } from './bank/statements/family.ts'
import { bankRoutes } from './bank/statements/routes.ts'
import { bankTables, numberedAccount } from './bank/statements/tables.ts'
import { aliexpressFamilies, aliexpressResources, aliexpressRoutes } from './facts/aliexpress/index.ts'
import { advertising } from './facts/advertising/index.ts'
import { aliexpressFollows } from './facts/aliexpress/count.ts'
import { makeAliexpress } from './facts/aliexpress/demo.ts'
import { makeFba } from './facts/fba/demo.ts'
import { fbaFamilies } from './facts/fba/families.ts'
import { fbaRoutes } from './facts/fba/routes.ts'
import { returnedUnits, returnFigures } from './facts/fba/returned-units.ts'
import { stockFigures } from './facts/fba/stock-on-hand.ts'
import { receivableFigures } from './profit/clocks/receivable-report.ts'
import { fbaResources } from './facts/fba/tables.ts'
import { makeCalculations } from './profit/calculations/demo.ts'
import { makeChecks } from './profit/checks/demo.ts'
import { makeClaims } from './profit/claims/demo.ts'
import { keptByKeeper } from '#platform/server/imports.ts'
import { freight } from './costs/freight/index.ts'
import { layerPart } from './costs/layers/index.ts'
import { makeConsignedStock } from './costs/layers/demo-consigned.ts'
import { makeWriteDowns } from './costs/layers/demo-write-down.ts'
import { makeMaterials } from './costs/materials/demo.ts'
import { booksOfFinance } from './books.ts'
import { markets } from './profit/markets/index.ts'
import { closeDemoMonths } from './demo/closed-months.ts'
import { makeShopProfit } from './profit/shop-profit/demo.ts'
import { makeSheets } from './profit/sheets/demo.ts'
import { makeMatching } from './bank/matching/demo.ts'
import { matchPart } from './bank/matching/index.ts'
import { suggestedAfter } from './bank/matching/bank-files.ts'
import { sheetPart } from './profit/sheets/index.ts'
import { makeVouchers } from './close/vouchers/demo.ts'
import { firstFileStep } from './imports-step.ts'
import { financeCloseItems } from './close/checklist/items.ts'
import { waitingOverBudget } from './profit/budget/waiting.ts'
import { waitingOfClose } from './close/checklist/waiting.ts'
import { carriedAmount } from './close/checklist/carried.ts'
import { closeTables } from './close/checklist/tables.ts'
import { financeModules } from './menu.ts'
import { financeEnglish } from './refusals-en.ts'

/** roll-ups that statistics of sales show beside what was ordered */
export const rollupsOfStatistics = [...settledRollups, returnedUnits]
export { refundsIn } from './facts/aliexpress/refunds-json.ts'
export { returnReasons } from './facts/fba/codes.ts'
export { returnedUnits }
export { refundedUnits, settledMeasures } from './profit/report/settled.ts'
export { companyProfit } from './profit/report/profit.ts'
export { proveMonthOfBooks } from './close/checklist/proof.ts'
export { payInDemo } from './bank/matching/demo.ts'
export { importFiles } from './base/imported.ts'
export { bringStock } from './facts/fba/demo-stock.ts'
export { whenFolded } from './costs/layers/compute.ts'
export { stockLayer } from './costs/layers/derived-tables.ts'
export { stockMade } from './costs/layers/conversion-tables.ts'
export { onDay, whenSent, type Sent, type SentLine } from './costs/layers/demo-kept.ts'
export { costInvoice, placeKinds, stockPlace } from './costs/layers/tables.ts'
export { keepStock } from './costs/layers/keep-stock.ts'
export { takenBack } from './costs/layers/goods-follow.ts'
export { postFreight } from './costs/layers/freight-costs.ts'
export { freightAmounts } from './costs/freight/amounts.ts'
export { carrier, finalLegFee } from './costs/freight/carrier-tables.ts'
export { bases as freightBases, firstLegBill, firstLegBillItem, firstLegFee, firstLegShipment } from './costs/freight/first-leg-tables.ts'
export { generate as allocateBills, takeBack as takeBillsBack } from './costs/freight/generate.ts'
export { orderSuggestions } from './bank/matching/refresh.ts'
export { addInbounds, type InboundsOf } from './profit/claims/facts.ts'
export { findClaims, inboundClaim } from './profit/claims/run.ts'
export { claimRule } from './profit/claims/rules.ts'
export { expectedSources } from './base/match-words.ts'
export { closedMonths } from './base/closed-months.ts'
/** invoices of advertising and the reports that they bill */
export const makeAdvertising = advertising.demoFigures
export { demoLinesDefault, importDemoFiles, readDemoShops, unusedSeed, type DemoImport, type ImportedDemo } from './demo/index.ts'

/** Several rooms work on in the merge of a file: one after the other, in this order. */
function allFollow(...rooms: readonly Readonly<Record<string, FilesFollower>>[]): Readonly<Record<string, FilesFollower>> {
  const codes = [...new Set(rooms.flatMap(room => Object.keys(room)))]
  return Object.fromEntries(
    codes.map(code => {
      const followers = rooms.flatMap(room => ownValue(room, code) ?? [])
      const follow: FilesFollower['follow'] = async task => {
        const notes: Wording[] = []
        for (const one of followers) notes.push(...(await one.follow(task)))
        return notes
      }
      return [code, { monthTables: [...new Set(followers.flatMap(one => one.monthTables))], follow }]
    }),
  )
}

export const finance: Area = {
  ...profitFigures,
  name: 'finance',
  title: ['财务', 'Finance'],
  resources: [
    ...Object.values(amazonTables),
    ...payouts.resources,
    ...Object.values(bankTables),
    ...fbaResources,
    ...returnFigures.resources,
    ...stockFigures.resources,
    ...receivableFigures.resources,
    ...aliexpressResources,
    ...profitFigures.resources,
    ...Object.values(closeTables),
    carriedAmount,
    ...markets.resources,
    ...advertising.resources,
    ...freight.resources,
    ...layerPart.resources,
    ...booksOfFinance.resources,
    ...sheetPart.resources,
    ...matchPart.resources,
  ],
  modules: financeModules,
  routes: {
    ...amazonRoutes,
    ...payouts.routes,
    ...bankRoutes,
    ...fbaRoutes,
    ...returnFigures.routes,
    ...stockFigures.routes,
    ...receivableFigures.routes,
    ...aliexpressRoutes,
    ...booksOfFinance.routes,
    ...profitFigures.routes,
    ...freight.routes,
    ...layerPart.routes,
    ...markets.routes,
    ...advertising.routes,
    ...sheetPart.routes,
    ...matchPart.routes,
  },
  reports: [
    ...profitFigures.reports,
    ...returnFigures.reports,
    ...stockFigures.reports,
    ...receivableFigures.reports,
    ...sheetPart.reports,
  ],
  books: [...profitFigures.books, ...returnFigures.books, ...stockFigures.books, ...receivableFigures.books, ...sheetPart.books],
  english: financeEnglish,
  homeCards: [
    homeCard({
      key: 'finance.profit',
      title: ['本月业绩', 'Result of the month'],
      component: 'finance/amazon/profit/profit-trend',
      tells: 'figures',
      permission: 'finance.profit',
      large: true,
    }),
    {
      ...wordCard('finance.month', ['月结', 'Month close'], { queue: { of: [{ waits: 'monthClose' }] } }, { byName: false, wide: true }),
      permission: 'finance.month',
      tells: 'waiting',
    },
    homeCard({
      key: 'finance.amazon.typeMap',
      title: ['待映射', 'To be mapped'],
      component: 'finance/amazon/mapping/mapping-queue',
      tells: 'waiting',
      permission: 'finance.amazon.typeMap',
      large: true,
    }),
  ],
  waits: { monthClose: waitingOfClose, overBudget: waitingOverBudget },
  closeItems: financeCloseItems,
  setupSteps: [firstFileStep],
  families: [
    ...amazonFamilies,
    payouts.family,
    ...fbaFamilies,
    ...aliexpressFamilies,
    suggestedAfter(bankFamily),
    ...freight.families,
    ...markets.families,
    ...advertising.families,
  ],
  filesFollow: allFollow(aliexpressFollows, markets.filesFollow, advertising.filesFollow, layerPart.filesFollow),
  demo: async people => {
    await makeBank(people)
    await makeFba(people)
    await makeAliexpress(people)
    await freight.demo(people)
    await markets.demo(people)
  },
  demoFigures: [
    // first: what follows from its costs has ended when months are closed
    makeMaterials,
    freight.demoFigures,
    markets.demoFigures,
    advertising.demoFigures,
    booksOfFinance.makeBooks,
    makeSheets,
    makeChecks,
    makeClaims,
    makeShopProfit,
    makeMatching,
    // last: nothing of finance is made in a closed month, and what others make may need one
    people => closeDemoMonths(people).then(() => undefined),
    // but for stock, which begins with the first open month
    layerPart.demoFigures,
    makeCalculations,
    makeConsignedStock,
    makeWriteDowns,
    // figures of closed months no longer change
    makeVouchers,
  ],
  timed: [...booksOfFinance.timed, ...layerPart.timed, ...matchPart.timed],
  jobs: { [costsJob]: costsHandler, ...advertising.jobs, ...layerPart.jobs, ...matchPart.jobs },
  follows: followTogether([
    profitFigures.follows,
    costFollowers,
    booksOfFinance.follows,
    sheetPart.follows,
    { [numberedAccount.owner.table]: keptByKeeper(numberedAccount) },
    freight.follows,
    layerPart.follows,
    matchPart.follows,
  ]),
  closedUntil: (context, tx) => closedUntil(tx, context.caller.orgId),
  rowLocks: {
    ...closedLocks,
    ...booksOfFinance.rowLocks,
    ...sheetPart.rowLocks,
    ...freight.rowLocks,
    ...layerPart.rowLocks,
    ...matchPart.rowLocks,
  },
}
