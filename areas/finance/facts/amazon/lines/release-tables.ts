/** What is kept beside lines and settlements: releases, and the imports that met them again. */
import { bigInteger, choice, date, flag, hash, integer, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops, serverOnly } from '#platform/declare/scope.ts'
import { families, shop } from './table-words.ts'

/**
 * A deferred line that was released: a row beside the line, whose amounts and dates stay. While deferred a line names the settlement that
 * was open when it was posted, which never holds it; with its release it takes the settlement that pays it, and this row keeps the other
 * one.
 */
export const lineRelease = resource('amazon_line_release', {
  title: ['释放记录', 'Releases'],
  access: { scope: grantedShops },
  fields: {
    shopId: shop(),
    postedOn: date('发生日期', 'Posted on'),
    lineKey: hash('行标识', 'Line key'),
    ordinal: integer('同行序号', 'Ordinal'),
    releasedOn: date('释放日期', 'Released on'),
    settlementId: text('结算编号', 'Settlement id', { default: '' }),
    deferredSettlementId: text('递延时的结算编号', 'Settlement id while deferred', { default: '' }),
    /** what showed the release: a transaction report, or the settlement itself */
    importId: bigInteger('导入', 'Import'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'postedOn', 'lineKey', 'ordinal'] },
})

/** Lines that a further import met again: deleting the first import hands them on. */
export const lineSeen = resource('amazon_line_seen', {
  title: ['重复出现的行', 'Lines met again'],
  access: { scope: serverOnly },
  fields: {
    shopId: shop(),
    importId: bigInteger('导入', 'Import'),
    family: choice('报告', 'Report', families),
    postedOn: date('发生日期', 'Posted on'),
    lineKey: hash('行标识', 'Line key'),
    ordinal: integer('同行序号', 'Ordinal'),
    /** as this import showed it */
    deferred: flag('递延', 'Deferred', { default: false }),
    settlementId: text('结算编号', 'Settlement id', { default: '' }),
  },
  storage: { kind: 'shop', primary: ['shopId', 'importId', 'family', 'postedOn', 'lineKey', 'ordinal'] },
})
export const settlementSeen = resource('amazon_settlement_seen', {
  title: ['重复出现的结算单', 'Settlements met again'],
  access: { scope: serverOnly },
  fields: { shopId: shop(), settlementId: text('结算编号', 'Settlement id'), importId: bigInteger('导入', 'Import') },
  storage: { kind: 'shop', primary: ['shopId', 'settlementId', 'importId'] },
})
