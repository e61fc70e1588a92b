/** 平台对接: consents, what is fetched, calls. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { connectionShop, marketplaceApp, shopConnection, syncCall, syncPlan, syncWindow } from './tables.ts'

export const connectionModules: readonly Module[] = [
  module('operations', ['系统', 'System'], 'tool', [
    group(
      'connections',
      ['平台对接', 'Marketplaces'],
      [
        listPage(shopConnection, '/operations/connection', { title: ['店铺授权', 'Connections'] }),
        listPage(syncWindow, '/operations/sync', { title: ['同步任务', 'Fetching'] }),
        listPage(syncCall, '/operations/sync-call', { title: ['调用记录', 'Calls'] }),
        listPage(marketplaceApp, '/operations/marketplace-app', { title: ['开发者应用', 'Applications'] }),
        listPage(connectionShop, '/operations/connection-shop', { title: ['授权店铺', 'Shops'] }),
        listPage(syncPlan, '/operations/sync-plan', { title: ['同步计划', 'Plans'] }),
      ],
      'import',
    ),
  ]),
]
