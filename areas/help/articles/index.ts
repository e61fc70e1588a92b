/** All articles that come with the product. They stand as Markdown beside this file (read-article.ts says how). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { typeIcons } from '../type-tables.ts'
import { articlesIn, type BuiltIn } from './read-article.ts'

/** Types of these articles in their order: name in English, icon. */
export const typeOfArticle: Readonly<Record<string, readonly [nameEn: string, icon: number]>> = {
  新手入门: ['First steps', typeIcons.home[0]],
  财务: ['Finance', typeIcons.bank[0]],
  销售与采购: ['Sales and purchasing', typeIcons.shop[0]],
  绩效: ['Performance', typeIcons.team[0]],
  人事档案: ['People', typeIcons.team[0]],
  考勤请假: ['Attendance and leave', typeIcons.team[0]],
  合同证照: ['Contracts and certificates', typeIcons.read[0]],
  制度文档: ['Policies and documents', typeIcons.read[0]],
  仓库: ['Warehouse', typeIcons.product[0]],
  研发: ['Research', typeIcons.solution[0]],
  基础资料: ['Reference data', typeIcons.product[0]],
  工单与项目: ['Work orders and projects', typeIcons.solution[0]],
  日程与审批: ['Schedule and approvals', typeIcons.tool[0]],
  组织与权限: ['Organisation and rights', typeIcons.team[0]],
  系统管理: ['Administration', typeIcons.setting[0]],
  企业文化: ['Culture', typeIcons.read[0]],
  帮助与问答: ['Help and Q&A', typeIcons.solution[0]],
}

/** Files in the order in which readers see their articles. */
const files = [
  'start',
  'dashboards',
  'finance',
  'finance-shop-profit',
  'finance-checks',
  'finance-bank',
  'finance-fba',
  'finance-stock',
  'finance-vouchers',
  'freight',
  'markets',
  'finance-sheets',
  'sales',
  'performance',
  'people',
  'attendance',
  'contracts',
  'documents',
  'reference',
  'goods',
  'quality',
  'research',
  'logistics',
  'production',
  'work',
  'admin',
  'connections',
  'access',
  'culture',
  'culture-points',
  'culture-life',
  'help',
]

export const builtIn: readonly BuiltIn[] = files.flatMap(file =>
  articlesIn(`${file}.md`, readFileSync(join(import.meta.dirname, `${file}.md`), 'utf8')),
)

export const htmlOf = ({ purpose, steps, care }: BuiltIn): string =>
  `<p>${purpose}</p><h3>常做的事</h3><ol>${steps.map(one => `<li><p>${one}</p></li>`).join('')}</ol><h3>注意</h3><p>${care}</p>`
