/** 登录方式: providers of company sign-in. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { signInProvider } from './company/tables.ts'

export const accessModules: readonly Module[] = [
  module('operations', ['系统', 'System'], 'tool', [
    group(
      'access',
      ['开放与登录', 'Access'],
      [listPage(signInProvider, '/operations/sign-in-provider', { title: ['企业登录', 'Company sign-in'] })],
      'safety',
    ),
  ]),
]
