import { expect, test } from 'vitest'
import { missingCalls, specifiedCalls } from '../../scripts/served-calls.ts'

test('stars, products and path parameters', () => {
  const specified = specifiedCalls(
    '# note\nmethod\tpath\tarea\tnote\n*\t/{product}Sale/list\tsales\t\nGET\t/news/{id}\tculture\t\nPOST\t/a\tb\t\n',
  )
  expect(specified).toEqual([
    'POST /amazonSale/list',
    'POST /ebaySale/list',
    'POST /walmartSale/list',
    'POST /aliexpressSale/list',
    'GET /news/{id}',
    'POST /a',
  ])
  const bound = ['POST /amazonSale/list', 'GET /news/{newsId}', 'POST /ebaySale/list']
  expect(missingCalls(specified, bound)).toEqual(['POST /walmartSale/list', 'POST /aliexpressSale/list', 'POST /a'])
})
