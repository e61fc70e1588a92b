import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../api/client.ts'
import { ItemCell } from './item-cell.tsx'

afterEach(() => vi.restoreAllMocks())

const show = (asks: readonly { shopId?: string; sellerSku: string }[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {asks.map(ask => (
        <ItemCell key={JSON.stringify(ask)} {...ask} />
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
  await waitFor(() => expect(screen.getAllByText('HM-1-FR').length).toBe(2))
  expect(screen.queryByText('未配对')).toBeNull()
})
