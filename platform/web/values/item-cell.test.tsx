import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ItemAsk } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { ItemCell } from './item-cell.tsx'

afterEach(() => vi.restoreAllMocks())

const show = (asks: readonly ItemAsk[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {asks.map(ask => (
        <ItemCell key={JSON.stringify(ask)} ask={ask} text={ask.sellerSku ?? ask.productId ?? ''} />
      ))}
    </QueryClientProvider>,
  )

test('the cells of a page ask once; name, codes and site; one that is mapped to nothing says so', async () => {
  const post = vi
    .spyOn(api, 'post')
    .mockResolvedValue([{ picture: null, name: '衣架 黑色', sku: 'HM-1', site: '亚马逊 法国' }, null] as never)
  show([{ shopId: '1', sellerSku: 'HM-1-FR' }, { sellerSku: 'NEW' }])
  await screen.findByText('衣架 黑色')
  expect(screen.getByText('衣')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'HM-1-FR' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'HM-1' })).toBeTruthy()
  expect(screen.getByText(/亚马逊 法国/u)).toBeTruthy()
  expect(screen.getByText('未配对')).toBeTruthy()
  expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([
    ['/skuView/named', { items: [{ sellerSku: 'HM-1-FR', shopId: '1' }, { sellerSku: 'NEW' }] }],
  ])
})

test('more than the server takes at once go in several calls, a click copies the code', async () => {
  const sizes: number[] = []
  vi.spyOn(api, 'post').mockImplementation((async (_path: string, body: { items: readonly unknown[] }) => {
    sizes.push(body.items.length)
    return body.items.map(() => ({ picture: null, name: 'n', sku: '', site: '' }))
  }) as never)
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  show(Array.from({ length: 201 }, (_, at) => ({ sellerSku: `S${at}` })))
  await waitFor(() => expect(sizes).toEqual([200, 1]))
  ;(await screen.findByRole('button', { name: 'S7' })).click()
  expect(writeText).toHaveBeenCalledWith('S7')
  vi.unstubAllGlobals()
})

test('who may not see names sees the MSKU, and nothing that is not known', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new Error('1003'))
  show([{ sellerSku: 'HM-1-FR' }])
  await waitFor(() => expect(document.querySelector('.zg-item-pending')).toBeNull())
  expect(screen.getAllByText('HM-1-FR').length).toBe(1)
  expect(screen.queryByText('未配对')).toBeNull()
})

test('a product by itself has no MSKU to copy, and one that is gone keeps its code', async () => {
  vi.spyOn(api, 'post').mockResolvedValue([{ picture: null, name: '衣架 黑色', sku: 'HM-1', site: '' }, null] as never)
  show([{ productId: '7' }, { productId: '8' }])
  await screen.findByText('衣架 黑色')
  expect(screen.getAllByRole('button').map(one => one.textContent)).toEqual(['HM-1'])
  expect(screen.getAllByText('8').at(-1)?.className).toBe('zg-item-name')
  expect(screen.queryByText('未配对')).toBeNull()
})

test('a refused question is not asked again when the cell comes back into sight', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValue(new Error('1003'))
  const client = new QueryClient()
  const cell = () =>
    render(
      <QueryClientProvider client={client}>
        <ItemCell ask={{ sellerSku: 'A' }} text="A" />
      </QueryClientProvider>,
    )
  const first = cell()
  await waitFor(() => expect(document.querySelector('.zg-item-pending')).toBeNull())
  first.unmount()
  cell()
  await new Promise(done => setTimeout(done, 50))
  expect(post).toHaveBeenCalledTimes(1)
})
