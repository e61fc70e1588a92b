/** 登录方式: providers of company sign-in. 开放接口: keys of programs and the accounts they are of. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { signInProvider } from './company/tables.ts'
import { apiKey, technicalAccount } from './tables.ts'
import { webhookDelivery, webhookEndpoint } from './webhooks/tables.ts'

export const accessModules: readonly Module[] = [
  module('operations', ['系统', 'System'], 'tool', [
    group(
      'access',
      ['开放与登录', 'Access'],
      [
        listPage(signInProvider, '/operations/sign-in-provider', { title: ['企业登录', 'Company sign-in'] }),
        listPage(apiKey, '/operations/api-key', { title: ['接口密钥', 'API keys'] }),
        listPage(technicalAccount, '/operations/technical-account', { title: ['技术账号', 'Technical accounts'] }),
        listPage(webhookEndpoint, '/operations/webhook', { title: ['Webhook', 'Webhooks'] }),
        listPage(webhookDelivery, '/operations/webhook-delivery', { title: ['投递记录', 'Deliveries'] }),
      ],
      'safety',
    ),
  ]),
]
