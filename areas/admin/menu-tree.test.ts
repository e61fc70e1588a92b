import { describe, expect, test } from 'vitest'
import { group, module, page } from '#platform/declare/page.ts'
import { call } from '#platform/server/calls/verbs.ts'
import { needs, signedIn } from '#platform/declare/operations.ts'
import { grantable } from '#platform/server/grantable.ts'
import { hintsOf, menusOf, permissionList } from './menu-tree.ts'

const modules = [
  module('money', ['财务', 'Finance'], 'bank', [
    group(
      'amazon',
      ['Amazon', 'Amazon'],
      [
        page({
          path: '/money/hidden?kind=2',
          name: 'hidden',
          title: ['隐藏', 'Hidden'],
          component: 'list/hidden',
          permission: 'lines',
          operations: [2],
          hidden: true,
        }),
        page({
          path: '/money/lines',
          name: 'lines',
          title: ['明细', 'Lines'],
          component: 'list/lines',
          permission: 'lines',
          operations: [1, 2, 7],
          isMonitoring: true,
        }),
      ],
      'amazon',
    ),
    group(
      'bank',
      ['银行', 'Bank'],
      [
        page({
          path: '/money/bank',
          name: 'bank',
          title: ['流水', 'Statements'],
          component: 'list/bank',
          permission: 'bank',
          operations: [2],
        }),
      ],
    ),
  ]),
  module('people', ['人事', 'People'], 'team', [
    group(
      'all',
      ['员工', 'People'],
      [
        page({
          path: '/people',
          name: 'people',
          title: ['员工', 'People'],
          component: 'list/people',
          permission: 'people',
          operations: [2],
          keepAlive: false,
        }),
      ],
    ),
  ]),
]
const clerk = {
  systemAdmin: false,
  permissions: new Map([
    ['lines', new Set([2, 7])],
    ['bank', new Set([1])],
  ]),
}
const admin = { systemAdmin: true, permissions: new Map() }

describe('menus', () => {
  test('only what may be viewed; empty groups and modules are dropped; operations are the granted ones of the page', () => {
    expect(menusOf(modules, clerk, 'zh')).toEqual([
      {
        moduleId: 'money',
        title: '财务',
        icon: 'bank',
        menus: [
          {
            path: '/money/amazon',
            name: 'money.amazon',
            component: null,
            meta: { title: 'Amazon', icon: 'amazon', keepAlive: true, operations: [], permission: null },
            companyId: null,
            isMonitoring: false,
            menuId: 'money.amazon',
            moduleId: 'money',
            parentId: null,
            hideChildrenInMenu: false,
            hidden: false,
            redirect: '/money/lines',
            children: [
              expect.objectContaining({ path: '/money/hidden?kind=2', hidden: true, meta: expect.objectContaining({ operations: [2] }) }),
              {
                path: '/money/lines',
                name: 'lines',
                component: 'list/lines',
                meta: { title: '明细', icon: null, keepAlive: true, permission: 'lines', operations: [2, 7] },
                companyId: null,
                isMonitoring: true,
                menuId: 'money.lines',
                moduleId: 'money',
                parentId: 'money.amazon',
                hideChildrenInMenu: false,
                hidden: false,
                redirect: null,
                children: [],
              },
            ],
          },
        ],
      },
    ])
  })
  test('a system administrator sees all of it, in his language', () => {
    const seen = menusOf(modules, admin, 'en')
    expect(seen.map(m => [m.title, m.menus.map(g => g.children.map(p => p.meta.title))])).toEqual([
      ['Finance', [['Hidden', 'Lines'], ['Statements']]],
      ['People', [['People']]],
    ])
    expect(seen[1]?.menus[0]?.children[0]?.meta.keepAlive).toBe(false)
  })
  test('a subject that is shown with a report is no entry for who sees none, its pages are there; help and unread ones are told', () => {
    const words = { gearTitle: ['设置', 'Settings'], variants: [], opens: 'waiting', shownWith: 'report' } as const
    const own = { operations: [2], permission: 'own', everybody: true } as const
    const of = (component: string) =>
      module('all', ['全部', 'All'], 'bank', [
        {
          ...group(
            'boards',
            ['仪表盘', 'Dashboards'],
            [
              page({ ...own, path: '/b', name: 'b', title: ['板', 'B'], component: 'b', badge: 'manager', place: { in: 'tab' } }),
              page({
                ...own,
                path: '/s',
                name: 's',
                title: ['设', 'S'],
                component: 's',
                place: { in: 'gear', hint: ['怎样算', 'How it counts'] },
              }),
            ],
          ),
          menuId: 'subject.boards',
          subject: words,
        },
        group(
          'more',
          ['更多', 'More'],
          [page({ path: '/x', name: 'x', title: ['利润', 'X'], component, permission: 'x', operations: [2] })],
        ),
      ])
    const boards = (component: string, granted: boolean) =>
      menusOf([of(component)], { systemAdmin: false, permissions: new Map(granted ? [['x', new Set([2])]] : []) }, 'en')[0]?.menus[0]
    expect([boards('report/x', true)?.hidden, boards('report/x', false)?.hidden, boards('list/x', true)?.hidden]).toEqual([
      false,
      true,
      true,
    ])
    expect(boards('report/x', false)?.children.map(menu => [menu.hidden, menu.meta.badge])).toEqual([
      [false, 'manager'],
      [false, undefined],
    ])
    expect(hintsOf([of('list/x')], { systemAdmin: false, permissions: new Map() }, 'en')).toEqual({ 'all.s': 'How it counts' })
    expect(boards('report/x', false)?.meta.opens).toBe('waiting')
  })
  test('who was granted nothing sees nothing', () =>
    expect(menusOf(modules, { systemAdmin: false, permissions: new Map() }, 'zh')).toEqual([]))
})

describe('permissions', () => {
  const route = (permission: string, operation: number) => ({
    ...call({ demand: needs(permission, operation), summary: '' }, async () => null),
    method: 'POST' as const,
    path: '/x',
    area: 'money',
  })
  const all = grantable({ modules, routes: [route('lines', 6), route('gift', 100), { ...route('x', 1), demand: signedIn }] })
  test('what routes demand and pages offer', () =>
    expect([...all].map(([p, ids]) => [p, [...ids]])).toEqual([
      ['lines', [6, 2, 1, 7]],
      ['gift', [100]],
      ['bank', [2]],
      ['people', [2]],
    ]))
  test('actions of the specification by operation', () => {
    expect(permissionList(clerk, all)).toEqual([
      { permissionId: 'bank', actionList: ['add'], operations: [1] },
      { permissionId: 'lines', actionList: ['query', 'get'], operations: [2, 7] },
    ])
    expect(permissionList(admin, all).find(p => p.permissionId === 'lines')).toEqual({
      permissionId: 'lines',
      actionList: ['add', 'query', 'get', 'export'],
      operations: [1, 2, 6, 7],
    })
  })
})
