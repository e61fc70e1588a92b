/** All articles that come with the product. */
import { typeIcons } from '../type-tables.ts'
import { articlesAdmin } from './admin.ts'
import type { BuiltIn } from './article.ts'
import { articlesCultureLife } from './culture-life.ts'
import { articlesCulturePoints } from './culture-points.ts'
import { articlesCulture } from './culture.ts'
import { articlesFinanceBank } from './finance-bank.ts'
import { articlesDashboards } from './dashboards.ts'
import { articlesFinanceChecks } from './finance-checks.ts'
import { articlesFinanceSheets } from './finance-sheets.ts'
import { articlesFinance } from './finance.ts'
import { articlesFinanceFba } from './finance-fba.ts'
import { articlesFreight } from './freight.ts'
import { articlesShopProfit } from './finance-shop-profit.ts'
import { articlesFinanceStock } from './finance-stock.ts'
import { articlesHelp } from './help.ts'
import { articlesPerformance } from './performance.ts'
import { articlesMarkets } from './markets.ts'
import { articlesReference } from './reference.ts'
import { articlesSales } from './sales.ts'
import { articlesStart } from './start.ts'
import { articlesVouchers } from './finance-vouchers.ts'
import { articlesWork } from './work.ts'

/** Types of these articles in their order: name in English, icon. */
export const typeOfArticle: Readonly<Record<string, readonly [nameEn: string, icon: number]>> = {
  新手入门: ['First steps', typeIcons.home[0]],
  财务: ['Finance', typeIcons.bank[0]],
  销售与采购: ['Sales and purchasing', typeIcons.shop[0]],
  绩效: ['Performance', typeIcons.team[0]],
  基础资料: ['Reference data', typeIcons.product[0]],
  工单与项目: ['Work orders and projects', typeIcons.solution[0]],
  日程与审批: ['Schedule and approvals', typeIcons.tool[0]],
  组织与权限: ['Organisation and rights', typeIcons.team[0]],
  系统管理: ['Administration', typeIcons.setting[0]],
  企业文化: ['Culture', typeIcons.read[0]],
  帮助与问答: ['Help and Q&A', typeIcons.solution[0]],
}

export const builtIn: readonly BuiltIn[] = [
  ...articlesStart,
  ...articlesDashboards,
  ...articlesFinance,
  ...articlesShopProfit,
  ...articlesFinanceChecks,
  ...articlesFinanceBank,
  ...articlesFinanceFba,
  ...articlesFinanceStock,
  ...articlesVouchers,
  ...articlesFreight,
  ...articlesMarkets,
  ...articlesFinanceSheets,
  ...articlesSales,
  ...articlesPerformance,
  ...articlesReference,
  ...articlesWork,
  ...articlesAdmin,
  ...articlesCulture,
  ...articlesCulturePoints,
  ...articlesCultureLife,
  ...articlesHelp,
]

export const htmlOf = ({ purpose, steps, care }: BuiltIn): string =>
  `<p>${purpose}</p><h3>常做的事</h3><ol>${steps.map(one => `<li><p>${one}</p></li>`).join('')}</ol><h3>注意</h3><p>${care}</p>`
