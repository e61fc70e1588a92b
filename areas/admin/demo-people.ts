/** The people of the demo company: plain data. */
import { dataScopes } from './reach.ts'

export const demoPassword = 'demo1234'

export const demoOrganisations = [
  { name: '杭州云帆贸易有限公司', shortName: '云帆' },
  { name: '深圳启明智造有限公司', shortName: '启明' },
] as const

/** organisation: index above; parent: name of a department before it */
export const demoDepartments = [
  { organisation: 0, name: '总经办', parent: null },
  { organisation: 0, name: '销售部', parent: null },
  { organisation: 0, name: '北美销售组', parent: '销售部' },
  { organisation: 0, name: '供应链部', parent: null },
  { organisation: 0, name: '职能部', parent: null },
  { organisation: 1, name: '运营部', parent: null },
] as const
export type DemoDepartment = (typeof demoDepartments)[number]['name']

export interface DemoAccount {
  readonly username: string
  readonly name: string
  readonly department: DemoDepartment
  readonly position: string
  /** title of a preset (areas/menu/presets.ts) */
  readonly role: string | null
  readonly dataScope: 0 | 1 | 2 | 3
  readonly systemAdmin?: true
  readonly manager?: true
  /** belongs to both organisations */
  readonly both?: true
}

/** Accounts in the order in which the first start prints them. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'admin',
    name: '管理员',
    department: '总经办',
    position: '系统管理员',
    role: null,
    dataScope: dataScopes.all,
    systemAdmin: true,
    both: true,
  },
  {
    username: 'boss',
    name: '沈云帆',
    department: '总经办',
    position: '总经理',
    role: '总经理',
    dataScope: dataScopes.all,
    manager: true,
    both: true,
  },
  { username: 'finance', name: '周敏', department: '职能部', position: '财务专员', role: '财务', dataScope: dataScopes.all },
  { username: 'sales', name: '林晓', department: '北美销售组', position: '销售专员', role: '销售', dataScope: dataScopes.self },
  { username: 'buyer', name: '陈刚', department: '供应链部', position: '采购专员', role: '采购', dataScope: dataScopes.self },
  { username: 'keeper', name: '何平', department: '供应链部', position: '仓库管理员', role: '仓管', dataScope: dataScopes.self },
  { username: 'hr', name: '吴倩', department: '职能部', position: '人事专员', role: '人事', dataScope: dataScopes.all },
  { username: 'it', name: '郑凯', department: '职能部', position: '信息技术工程师', role: '信息技术', dataScope: dataScopes.self },
  { username: 'employee', name: '王芳', department: '供应链部', position: '跟单员', role: null, dataScope: dataScopes.self },
]

/** Employees without account, per department. With the accounts' own they are 40. */
export const demoStaff: readonly { readonly department: DemoDepartment; readonly position: string; readonly count: number }[] = [
  { department: '总经办', position: '总经理助理', count: 1 },
  { department: '销售部', position: '销售经理', count: 6 },
  { department: '北美销售组', position: '销售专员', count: 5 },
  { department: '供应链部', position: '计划专员', count: 7 },
  { department: '职能部', position: '行政专员', count: 4 },
  { department: '运营部', position: '运营专员', count: 8 },
]

/** Shops: the numbers point into the sales people (employees of 销售部, 北美销售组 or 运营部) who were granted them. */
export const demoShops = [
  { organisation: 0, name: '云帆美国站', account: 'YunfanHome', marketplace: 'amazon.com', sellers: ['sales'] },
  { organisation: 0, name: '云帆加拿大站', account: 'YunfanHome', marketplace: 'amazon.ca', sellers: ['北美销售组'] },
  { organisation: 0, name: '云帆德国站', account: 'YunfanEU', marketplace: 'amazon.de', sellers: ['sales'] },
  { organisation: 0, name: '云帆法国站', account: 'YunfanEU', marketplace: 'amazon.fr', sellers: ['销售部'] },
  { organisation: 0, name: '云帆英国站', account: 'YunfanEU', marketplace: 'amazon.co.uk', sellers: ['销售部'] },
  { organisation: 0, name: '云帆日本站', account: 'YunfanJP', marketplace: 'amazon.co.jp', sellers: ['销售部'] },
  { organisation: 0, name: '云帆 eBay 美国', account: 'yunfan_home', marketplace: 'ebay.com', sellers: ['北美销售组'] },
  { organisation: 0, name: '云帆 eBay 英国', account: 'yunfan_home', marketplace: 'ebay.co.uk', sellers: ['销售部'] },
  { organisation: 0, name: '云帆沃尔玛', account: 'Yunfan LLC', marketplace: 'walmart.com', sellers: ['北美销售组'] },
  { organisation: 0, name: '云帆速卖通', account: 'Yunfan Official', marketplace: 'aliexpress.com', sellers: ['销售部'] },
  { organisation: 1, name: '启明美国站', account: 'QimingTools', marketplace: 'amazon.com', sellers: ['运营部'] },
  { organisation: 1, name: '启明意大利站', account: 'QimingTools', marketplace: 'amazon.it', sellers: ['运营部'] },
] as const
