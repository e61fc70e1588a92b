import { expect, test } from 'vitest'
import { filledPath } from './call.ts'

test.each([
  ['/api-2024/productManage/query/{id}', { id: '301' }, { path: '/productManage/query/301', rest: {} }],
  ['/api-2024/productManage/query/{id}', { id: 'a/b?c' }, { path: '/productManage/query/a%2Fb%3Fc', rest: {} }],
  ['/api-2024/productManage/query', { id: '301' }, { path: '/productManage/query', rest: { id: '301' } }],
])('%s', (path, body, filled) => expect(filledPath({ method: 'GET', path }, body)).toEqual(filled))
