/** 菜单配置 of subjects: renamed, put in order, moved to another module, hidden; so are their tabs, those of several pages as one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { homeOf } from '../../test/setup/back-office.ts'
import { migratedHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

interface Node {
  readonly menuId: string
  readonly path: string
  readonly hidden: boolean
  readonly redirect: string | null
  readonly meta: { readonly title: string; readonly tab?: string; readonly at?: string }
  readonly children: readonly Node[]
}
interface Entry {
  readonly menuId: string
  readonly kind: string
  readonly parentId: string | null
  readonly moduleId: string
  readonly version: number
  readonly isStray: boolean
}

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await migratedHouse(
    null,
    areas.filter(area => area.name !== 'admin' && area.name !== 'reference'),
  )
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const modulesNow = async (): Promise<{ moduleId: string; menus: Node[] }[]> => (await admin.get('/system/userprofile')).data.modules
const subjectsIn = async (module: string): Promise<Node[]> =>
  ((await modulesNow()).find(one => one.moduleId === module)?.menus ?? []).filter(menu => !menu.hidden)
const subject = async (id: string): Promise<Node | undefined> =>
  (await modulesNow()).flatMap(module => module.menus).find(menu => menu.menuId === id)
const entries = async (): Promise<{ list: Entry[]; gone: string[] }> => (await admin.post('/menuSetting/list')).data
const change = (menuId: string, set: object) => admin.post('/menuSetting/update', { menuId, ...set })
const move = (parentId: string | null, menuIds: readonly string[]) => admin.post('/menuSetting/move', { parentId, menuIds })
const tabsOf = (node: Node | undefined): string[] =>
  (node?.children ?? [])
    .filter(page => !page.hidden && page.meta.at === undefined)
    .flatMap(page => page.meta.tab ?? (page.meta.title as string))

test('a subject is renamed, put in order, hidden, and moved to another module with its pages and its address', async () => {
  expect((await change('subject.rates', { title: '外汇', version: 0 })).code).toBe(0)
  const sales = (await subjectsIn('sales')).map(menu => menu.menuId)
  expect((await move('sales', ['subject.rates', ...sales])).code).toBe(0)
  expect((await subjectsIn('sales')).map(menu => [menu.menuId, menu.meta.title])[0]).toEqual(['subject.rates', '外汇'])
  expect((await subjectsIn('finance')).map(menu => menu.menuId)).not.toContain('subject.rates')
  const moved = await subject('subject.rates')
  // links of before still lead there, and its pages are the same
  expect([moved?.path, moved?.redirect]).toEqual(['/finance/rates', '/reference/currencyRate'])
  expect(moved?.children.map(page => page.menuId)).toContain('reference.currencyRate')
  expect((await change('subject.rates', { hidden: true })).code).toBe(0)
  expect(await subject('subject.rates')).toBeUndefined()
  expect((await entries()).list.find(one => one.menuId === 'subject.rates')).toMatchObject({ moduleId: 'sales', parentId: 'sales' })
  expect((await admin.post('/menuSetting/delete', { menuId: 'subject.rates' })).code).toBe(0)
  expect((await subject('subject.rates'))?.meta.title).toBe('汇率')
  expect((await subjectsIn('finance')).map(menu => menu.menuId)).toContain('subject.rates')
})

test('a tab of several pages is renamed, put in order and hidden as one', async () => {
  const before = tabsOf(await subject('subject.settlements'))
  expect(before.filter(title => title === '交易明细')).toHaveLength(1)
  expect((await change('subject.settlements/transactions', { title: '明细' })).code).toBe(0)
  const { list } = await entries()
  const own = list.filter(one => one.parentId === 'subject.settlements').map(one => one.menuId)
  const order = ['subject.settlements/transactions', ...own.filter(id => id !== 'subject.settlements/transactions')]
  expect((await move('subject.settlements', order)).code).toBe(0)
  const first = await subject('subject.settlements')
  expect(tabsOf(first)[0]).toBe('明细')
  expect(first?.children.slice(0, 2).map(page => page.menuId)).toEqual(['finance.amazonTransactions', 'finance.marketLine'])
  expect((await change('subject.settlements/transactions', { hidden: true })).code).toBe(0)
  expect(tabsOf(await subject('subject.settlements'))).not.toContain('明细')
  // hidden is not forbidden: its address goes on
  expect((await subject('subject.settlements'))?.children.find(page => page.menuId === 'finance.marketLine')?.hidden).toBe(true)
  expect((await admin.post('/menuSetting/delete', { menuId: 'subject.settlements/transactions' })).code).toBe(0)
})

test('what does not fit is refused: an unknown module, the last tab, what somebody has changed, a page out of its tab', async () => {
  expect((await move('nowhere', ['subject.rates'])).code).toBe(1004)
  expect((await move('admin', ['subject.rates'])).code).toBe(1004)
  expect((await move('subject.settlements/transactions', ['finance.marketLine'])).code).toBe(1004)
  expect((await move('subject.settlements', ['finance.marketLine'])).msg).toContain('合用一个标签')
  expect((await move('finance', ['finance.bankRule'])).code).toBe(1002)
  expect((await change('subject.calendar', { title: '我的日程' })).code).toBe(0)
  const stale = await change('subject.calendar', { title: '日历', version: 0 })
  expect([stale.code, stale.msg]).toEqual([1009, '这个菜单刚被别人修改过，请刷新后再保存'])
  const [tab] = (await subject('subject.calendar'))?.children ?? []
  expect((await change(tab?.menuId ?? '', { hidden: true })).msg).toContain('至少要显示一个标签')
  expect((await subject('subject.calendar'))?.children[0]?.hidden).toBe(false)
  expect((await change('subject.nothing/tab', { title: 'x' })).code).toBe(1004)
})

test('settings of groups that are gone are listed, each once; an own entry in one of them is told', async () => {
  const row = { org_id: homeOf(h), module_id: 'finance' }
  await h.db
    .insertInto('menu_setting')
    .values([
      { ...row, menu_id: 'finance.formerGroup', title: '旧分组' },
      {
        ...row,
        menu_id: 'finance.own-9',
        parent_id: 'finance.formerGroup',
        title: '待导出凭证',
        path: '/finance/vouchers/list?f.state=1',
        component: 'list/voucher',
        is_own: true,
      },
    ])
    .execute()
  const { list, gone } = await entries()
  expect(gone).toEqual(['finance.formerGroup'])
  expect(list.find(one => one.menuId === 'finance.own-9')).toMatchObject({ isStray: true, parentId: 'subject.vouchers' })
  expect(list.filter(one => one.isStray)).toHaveLength(1)
})
