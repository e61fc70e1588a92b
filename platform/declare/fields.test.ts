import { expect, test } from 'vitest'
import { choice, date, dictionary, files, flag, image, integer, reference, richText, text } from './fields.ts'

test('a word of another kind does not compile', () => {
  const wrong = [
    // @ts-expect-error a flag is no picture
    flag('启用', 'On', { optional: true, crop: { width: 1, height: 1 } }),
    // @ts-expect-error nor has it a total
    flag('启用', 'On', { total: true }),
    // @ts-expect-error a text is of no currency
    text('名称', 'Name', { max: 10, currency: 'currency' }),
    // @ts-expect-error a number begins no period
    integer('件数', 'Units', { rangeTo: 'endOn' }),
    // @ts-expect-error a day refers to nothing
    date('日期', 'Day', { narrowedBy: { a: 'b' } }),
    // @ts-expect-error a choice has its choices
    choice('状态', 'State', { on: [1, '启用', 'On'] }, { targetWhere: { a: 1 } }),
    // @ts-expect-error a reference has no longest length
    reference('店铺', 'Shop', 'shop', { max: 3 }),
    // @ts-expect-error a dictionary says itself what is among it
    dictionary('分类', 'Category', 2, { targetWhere: { a: 1 } }),
    // @ts-expect-error files are not cut to size
    files('附件', 'Files', { crop: { width: 1, height: 1 } }),
    // @ts-expect-error a picture is one
    image('图片', 'Picture', { max: 3 }),
    // @ts-expect-error formats are what makes it rich
    richText('内容', 'Content', { as: 'radio' }),
    // @ts-expect-error what is worked out is said by computed.sql
    integer('件数', 'Units', { sql: '1' }),
  ]
  expect(wrong).toHaveLength(12)
})

test('words of its kind and of every kind do', () => {
  const right = [
    flag('启用', 'On', { default: true, inline: true, width: 80 }),
    image('图片', 'Picture', { optional: true, crop: { width: 10, height: 20 } }),
    integer('件数', 'Units', { total: true, min: 0 }),
    reference('店铺', 'Shop', 'shop', { filter: 'select', narrowedBy: { siteCode: 'siteCode' } }),
  ]
  expect(right.map(field => field.kind)).toEqual(['flag', 'files', 'integer', 'reference'])
})
