/**
 * Words of the screens: names that were given up stand nowhere but as former names of pages, codes of files have words, and whoever wrote
 * a file with the heads of before may still bring it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtIn } from '#areas/help/articles/index.ts'
import { areas } from '#areas/index.ts'
import type { Field } from '#platform/declare/fields.ts'
import { verbTitle } from '#platform/server/audit/verbs.ts'
import { meaningsOf } from '#platform/server/imports/resource-fields.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const root = join(import.meta.dirname, '../..')
const registry = registryOf(withHouseAreas(areas))
const resources = [...registry.resources.values()]
const reports = [...registry.reports.values()].map(face => face.report)
const pages = registry.modules.flatMap(module => module.groups.flatMap(group => group.pages))

/** Labels of before. Words that mean something else as well (公司, 等级, 变动, 号, 提问, 搜索词) are held by the pages alone. */
const before = new Set(
  [
    '口径差异 数据到齐 后续影响 结算对账 待核款项 资金去向 站点核对 订单明细核对 成本去向 后到成本 成本缺口 未开票暂估 跌价比例 库存移动',
    '月库存对照 涉税信息核对 增值税与结算核对 类型映射 店铺名称对照 店铺名称对应 投放建议界限 本组织的国家名称 本组织的币种名称',
    '本组织的站点名称 凭证分录 凭证导出模板 交易明细手工调整 交易明细财务汇总 承运商账单明细 公共图书 公告栏 文化首页 文化费用 文化首页分析',
    '帮助类型 问答类型 已发送的排行 系统使用 数据逾期记录 把握 手工勾对 订购金额 订购件数 贡献毛利 扣广告后贡献 添加否定 导入亚马逊报告',
  ]
    .join(' ')
    .split(' ')
    .concat('平台 SKU', '平台 SKU 一览', 'SKU 对应', 'SKU 与 Listing', 'Listing 统计'),
)
const quotedIn = (text: string): string[] => [...text.matchAll(/“([^“”]+)”/g)].map(found => found[1] ?? '')

test('no list, column, choice, step, button, page or report is called by a name that was given up', () => {
  const ofField = ({ title, choices }: Field): string[] => [title[0], ...Object.values(choices ?? {}).map(choice => choice[1])]
  const labels = [
    ...resources.flatMap(r => [
      r.title[0],
      ...Object.values(r.fields).flatMap(ofField),
      ...Object.values(r.states?.steps ?? {}).map(step => step.title[0]),
    ]),
    ...reports.flatMap(report => [
      report.title[0],
      ...Object.values({ ...report.dimensions, ...report.measures }).map(one => one.title[0]),
    ]),
    ...registry.routes.flatMap(route => (route.actions ?? []).map(action => action.title[0])),
    ...pages.map(page => page.title[0]),
  ]
  expect(labels.length).toBeGreaterThan(5000)
  expect([...new Set(labels.filter(label => before.has(label)))]).toEqual([])
})

test('nor by the screens, help articles and documents', () => {
  const screens = globSync(['areas/**/*.{ts,tsx}', 'platform/web/**/*.{ts,tsx}', 'web/**/*.tsx'], { cwd: root }).filter(
    name => !/\.test\.tsx?$|gallery|demo/.test(name),
  )
  const written = screens.flatMap(name => {
    const text = readFileSync(join(root, name), 'utf8')
    return [...[...text.matchAll(/\bt\('([^']+)'/g)].map(found => found[1] ?? ''), ...quotedIn(text)].map(label => `${name}: ${label}`)
  })
  const articles = builtIn.flatMap(one => [one.title[0], ...quotedIn([one.purpose, one.care, ...one.steps].join(' '))])
  const documents = globSync(['docs/*.md', 'README*.md'], { cwd: root }).flatMap(name =>
    quotedIn(readFileSync(join(root, name), 'utf8')).map(label => `${name}: ${label}`),
  )
  const given = [...written, ...articles, ...documents].filter(one => before.has(one.replace(/^[^ ]+: /, '')))
  expect(given.filter(one => !one.startsWith('areas/menu/'))).toEqual([])
})

test('each page that was renamed is found by its former name', () => {
  const former = new Set(pages.flatMap(page => page.formerly?.[0] ?? []))
  const columns = '把握 手工勾对 订购金额 订购件数 贡献毛利 扣广告后贡献 添加否定 导入亚马逊报告'.split(' ').concat('平台 SKU')
  expect([...before].filter(label => !former.has(label) && !columns.includes(label))).toEqual([])
})

test('a column that was called 平台 SKU takes that head of a file', () => {
  const imported = new Set(registry.routes.filter(route => route.verb === 'import').flatMap(route => route.resource ?? []))
  const named = resources.filter(r => imported.has(r) && Object.values(r.fields).some(field => field.title[0] === 'MSKU'))
  expect(named.length).toBeGreaterThan(5)
  for (const r of named) expect(meaningsOf(r, ['平台 SKU']), r.table).toEqual(meaningsOf(r, ['MSKU']))
})

/** Names that are written so in Chinese too. */
const properNames = /^(eBay|PayPal|PingPong|ShipStation|FedEx|UPS|DHL|USPS|FBA)$/

test('a choice is called by a word and no code', () => {
  const coded = resources.flatMap(r =>
    Object.entries(r.fields).flatMap(([name, { choices }]) =>
      Object.values(choices ?? {})
        .map(choice => choice[1])
        .filter(label => /^[A-Z][A-Za-z_ -]*$/.test(label) && !properNames.test(label))
        .map(label => `${r.table}.${name}: ${label}`),
    ),
  )
  expect(coded).toEqual([])
})

test('words of codes are Chinese and English', () => {
  const coded = resources.flatMap(r => Object.values(r.fields).flatMap(field => Object.entries(field.options.codes ?? {})))
  expect(coded.length).toBeGreaterThan(100)
  for (const [code, [zh, en]] of coded) {
    expect(zh, code).toMatch(/[\u4e00-\u9fff]|^MSKU$/)
    expect(en, code).toMatch(/^[\x20-\x7e]+$/)
  }
})

/** Marketplaces are written one way in Chinese texts. */
test('亚马逊, 沃尔玛, 速卖通 and eBay stand in Chinese labels as that', () => {
  const labels = [
    ...resources.flatMap(r => [r.title[0], ...Object.values(r.fields).map(field => field.title[0])]),
    ...reports.map(report => report.title[0]),
    ...pages.flatMap(page => page.title[0]),
    ...registry.modules.flatMap(module => module.groups.map(group => group.title[0])),
  ]
  expect([...new Set(labels.filter(label => /Amazon|Walmart|AliExpress|Aliexpress|Ebay|EBAY/.test(label)))]).toEqual([])
})

test('every verb that the trail is given has a title, of its own or of its step', () => {
  const steps = new Set(resources.flatMap(r => Object.keys(r.states?.steps ?? {})))
  const notWritten: ReadonlySet<string> = new Set(['list', 'one', 'call', 'action', 'step', 'thread'])
  const files = globSync(['areas/**/*.ts', 'platform/server/**/*.ts'], { cwd: root }).filter(name => !name.endsWith('.test.ts'))
  const verbs = files.flatMap(name => [...readFileSync(join(root, name), 'utf8').matchAll(/\bverb: '(\w+)'/g)].map(found => found[1] ?? ''))
  const nameless = verbs.filter(verb => !steps.has(verb) && !notWritten.has(verb) && !/[\u4e00-\u9fff]/.test(verbTitle(verb, 'zh')))
  expect(nameless).toEqual([])
})
