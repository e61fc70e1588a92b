/** A server small enough to read, for the tests of the shell: answers in the wire format, remembers what it was asked. */
import { asText } from '#platform/format/text.ts'
import type { MenuNode, Module, UserProfile } from '../page/profile.ts'

export interface MockCall {
  readonly method: string
  /** without the base path */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: Headers
}

export interface MockAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

export type MockHandler = (call: MockCall) => MockAnswer | Promise<MockAnswer>

export const ok = (data: unknown): MockAnswer => ({ body: { code: 0, msg: '', data } })
export const refused = (code: number, msg: string, data: unknown = null, status = 200): MockAnswer => ({
  status,
  body: { code, msg, data },
})

let nextId = 100

/** A menu entry with what the test doesn't care about filled in. */
export function menuNode(path: string, title: string, component: string | null, more: Partial<MenuNode> = {}): MenuNode {
  nextId += 1
  return {
    path,
    name: path,
    component,
    meta: { title, icon: null, keepAlive: true, operations: [1, 2, 3, 6] },
    companyId: null,
    isMonitoring: false,
    menuId: String(nextId),
    moduleId: null,
    parentId: null,
    ...more,
  }
}

export const mockModules: readonly Module[] = [
  {
    moduleId: '1',
    title: '财务',
    icon: 'account-book',
    menus: [
      menuNode('/finance/amazon', '亚马逊', null, {
        meta: { title: '亚马逊', icon: 'shop' },
        children: [
          menuNode('/finance/amazon/profit', '利润', 'finance/amazon/profit'),
          menuNode('/finance/amazon/transactions', '交易明细', 'list/amzTransaction'),
          menuNode('/finance/amazon/settlement?kind=1', '亚马逊结算报告对账明细', 'list/amzSettlement'),
        ],
      }),
      menuNode('/finance/base', '基础资料', null, {
        meta: { title: '基础资料', icon: 'database' },
        children: [menuNode('/finance/base/currency', '币种', 'list/currency'), menuNode('/finance/base/country', '国家', 'list/country')],
      }),
      menuNode('/finance/order/:id', '单据', 'finance/order', { hidden: true }),
    ],
  },
  {
    moduleId: '2',
    title: '销售',
    icon: 'bar-chart',
    menus: [menuNode('/sales/daily', '每日销量', 'report/daily'), menuNode('/sales/shop', '店铺', 'list/shop')],
  },
  { moduleId: '3', title: '采购', icon: 'shopping-cart', menus: [menuNode('/purchasing/order', '采购单', 'list/purchaseOrder')] },
  { moduleId: '4', title: '仓库', icon: 'database', menus: [menuNode('/warehouse/stock', '库存', 'list/stock')] },
  { moduleId: '5', title: '物流', icon: 'car', menus: [menuNode('/logistics/firstLeg', '头程', 'list/firstLeg')] },
  { moduleId: '6', title: '人事', icon: 'team', menus: [menuNode('/hr/employee', '员工', 'list/employee')] },
  { moduleId: '7', title: '企业文化', icon: 'gift', menus: [] },
]

export const mockProfile: UserProfile = {
  token: 'token-1',
  loginState: '0',
  name: '陈会计',
  niceName: null,
  avatar: null,
  positionName: '财务专员',
  isManager: false,
  employeeId: '5',
  deptId: '2',
  deptName: '财务部',
  roleNames: ['财务'],
  modules: mockModules,
  curOrganization: { orgId: '1' },
}

export interface MockServer {
  readonly calls: MockCall[]
  answer(call: MockCall): Promise<MockAnswer>
}

/** The usual answers; `handlers` (`POST /path`) replace or add. */
export function mockServer(handlers: Readonly<Record<string, MockHandler>> = {}): MockServer {
  const all: Record<string, MockHandler> = {
    'GET /system/userprofile': () => ok(mockProfile),
    'GET /userSetting/query': () => ok({ settings: null }),
    'GET /emp/unreadCount': () => ok({ total: 0 }),
    'POST /userTab/query': () => ok({ tabs: [], activeKey: '' }),
    'POST /userTab/save': () => ok(null),
    'POST /myCommonMenu/list': () => ok({ list: mockModules.slice(0, 5).map(({ moduleId }) => ({ id: moduleId, kind: 'MODULE' })) }),
    'POST /myCommonMenu/batchUpdate': () => ok(null),
    'POST /systemMenuClick/count': () => ok({ list: [] }),
    'POST /systemMenuClick/insertAndUpdate': () => ok(null),
    'POST /menuLog/pushMenuLog': () => ok(null),
    'POST /systemUsageRecord/access': () => ok(null),
    'POST /userSetting/save': () => ok(null),
    'POST /listField/find': () => ok([]),
    'GET /listField/begin': () => ok([]),
    'GET /listField/recent': () => ok([]),
    'POST /listField/recent': () => ok(null),
    'POST /SysOrganization/list': () =>
      ok([
        { orgId: '1', orgName: '深圳总部' },
        { orgId: '2', orgName: '香港公司' },
      ]),
    'GET /auth/user/captcha': () =>
      ok({ image: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="120" height="40"/%3E' }),
    'GET /auth/user/options': () => ok({ registration: false, recovery: false }),
    'POST /auth/user/logout': () => ok(null),
    'POST /auth/user/login': () => ok({ access_token: 'token-1', name: '陈会计', loginState: '0' }),
    'POST /auth/user/modifyInitPassword': () => ok(null),
    ...handlers,
  }
  const calls: MockCall[] = []
  return {
    calls,
    async answer(call) {
      calls.push(call)
      const handler = all[`${call.method} ${call.path}`]
      return handler === undefined ? refused(1004, '接口不存在', null, 404) : handler(call)
    },
  }
}

/** A `fetch` that goes to the mock server. */
export function fetchFrom(server: MockServer): typeof fetch {
  return async (input, init) => {
    const url = new URL(asText(input), 'http://shop.test')
    const {
      status = 200,
      body,
      headers,
    } = await server.answer({
      method: init?.method ?? 'GET',
      path: url.pathname.replace(/^\/api-2024/, ''),
      query: url.searchParams,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? null),
      headers: new Headers(init?.headers),
    })
    if (body instanceof Blob) return new Response(body, { status, headers: { 'content-type': body.type } })
    const isText = typeof body === 'string'
    return new Response(isText ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': isText ? 'text/html' : 'application/json', 'x-request-id': 'r-1', ...headers },
    })
  }
}
