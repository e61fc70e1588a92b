import { expect, test } from 'vitest'
import { differenceOf, listedCalls, specifiedCalls } from '../../scripts/served-calls.ts'

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
  expect(differenceOf(specified, bound, ['POST /a', 'POST /ebaySale/list', 'GET /gone'])).toEqual({
    nowServed: ['POST /ebaySale/list'],
    missing: ['POST /walmartSale/list', 'POST /aliexpressSale/list'],
    unknown: ['GET /gone'],
  })
})

test('the list of calls that are not yet served takes comments', () => {
  expect(listedCalls('# note\n\n GET /a \nPOST /b')).toEqual(['GET /a', 'POST /b'])
})
