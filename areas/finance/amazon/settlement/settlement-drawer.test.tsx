import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Row } from '#platform/declare/wire.ts'
import { renderPage } from '../../../../test/setup/web/render-page.tsx'
import { ok } from '#platform/web/gallery/mock-api.ts'
import { SettlementDrawer } from './settlement-drawer.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = '/AmzSettlement/differences'
const settlement: Row = {
  id: 'x',
  settlementId: '25857547152',
  total: '4762.8200',
  transactionTotal: '4762.8200',
  difference: '0.0000',
  currency: 'EUR',
  reconciled: 1,
}
const side = { title: '销售佣金', settlement: '-811.9300', transactions: '-890.3400', difference: '78.4100' }
const open = (row: Partial<Row>, data: object) =>
  renderPage(<SettlementDrawer row={{ ...settlement, ...row }} onClose={() => undefined} onChanged={() => undefined} />, {
    handlers: { [`POST ${path}`]: () => ok(data) },
  })

test('equal in every item and order', async () => {
  const { bodies } = open({}, { items: [], orders: [] })
  expect(await screen.findByText('每个财务科目和每张订单都一致')).toBeTruthy()
  expect(screen.getByText(/一致：结算金额与交易明细合计相同/)).toBeTruthy()
  expect(bodies(path)).toEqual([{ id: 'x' }])
})

test('differences by item and by order, with true signs', async () => {
  open({ reconciled: 2, transactionTotal: '4700', difference: '62.82' }, { items: [side], orders: [{ ...side, title: '302-1' }] })
  expect(await screen.findByText('按财务科目 1')).toBeTruthy()
  expect(screen.getByText('按订单 1')).toBeTruthy()
  expect(screen.getByText('−890.34')).toBeTruthy()
  expect(screen.getByText('78.41')).toBeTruthy()
})

test('without transaction lines nothing is compared', () => {
  const { bodies } = open({ reconciled: 0, transactionTotal: null, difference: null }, {})
  expect(screen.getByText(/还没有这张结算单的交易明细/)).toBeTruthy()
  expect(bodies(path)).toEqual([])
})
