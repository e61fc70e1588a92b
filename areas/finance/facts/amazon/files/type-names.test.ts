import { expect, test } from 'vitest'
import { reportLanguages } from './header-columns.ts'
import { statusOf, typeCodeOf } from './type-names.ts'
import { printType } from './write-styles.ts'

test.each([
  ['order', ['Order', 'Bestellung', 'Commande', 'Pedido', 'Ordine', 'Bestelling', '注文', 'Zamówienie', 'Sipariş', ' order ']],
  ['refund', ['Refund', 'Erstattung', 'Remboursement', 'Reembolso', 'Rimborso', 'Terugbetaling', '返金']],
  ['transfer', ['Transfer', 'Übertrag', 'Transfert', 'Trasferimento', '振込み']],
  ['serviceFee', ['Service Fee', 'Servicegebühr', 'Frais de service', '注文外料金']],
  ['fbaInventoryFee', ['FBA Inventory Fee', 'Versand durch Amazon Lagergebühr']],
  ['adjustment', ['Adjustment', 'Anpassung', 'Ajustement']],
  ['chargebackRefund', ['Chargeback Refund', 'Rückbelastung']],
  ['claim', ['A-to-z Guarantee Claim']],
  ['liquidations', ['Liquidations']],
  ['dealFee', ['Deal Fee', 'Lightning Deal Fee']],
  ['customerReturnFee', ['FBA Customer Return Fee']],
] as const)('%s in every language', (code, names) => {
  for (const name of names) expect([name, typeCodeOf(name)]).toEqual([name, code])
})

test('an unknown type has no code', () => {
  expect(typeCodeOf('Neuer Typ 2027')).toBeNull()
  expect(typeCodeOf('')).toBeNull()
})

test('what is written in a language is read back', () => {
  for (const language of reportLanguages)
    for (const code of ['order', 'refund', 'transfer', 'serviceFee', 'adjustment', 'fbaInventoryFee', 'dealFee', 'debt'] as const)
      expect([language, code, typeCodeOf(printType(code, language))]).toEqual([language, code, code])
})

test.each([
  ['Best\uFFFDllning', 'order'],
  ['?terbetalning', 'refund'],
  ['\uFFFDbertrag', 'transfer'],
  ['Bestellun?', 'order'],
  ['??', null],
  ['注文?', null],
] as const)('%s, a letter of it lost, is %s', (printed, code) => {
  expect(typeCodeOf(printed)).toBe(code)
})

test.each([
  ['Released', 'released'],
  ['Freigegeben', 'released'],
  ['Deferred', 'deferred'],
  ['Différé', 'deferred'],
  ['', null],
  ['Something', null],
] as const)('state %s is %s', (printed, state) => {
  expect(statusOf(printed, false)).toBe(state)
})
test.each([
  ['Utgiven', 'released'],
  ['Deferred', 'deferred'],
  ['', null],
] as const)('state %s beside a date of release is %s', (printed, state) => {
  expect(statusOf(printed, true)).toBe(state)
})
