/** 税务: pages of what is reported to tax offices. */
import { group, type Page } from '#platform/declare/page.ts'
import { sheetPages } from '../sheets/menu.ts'
import { vatPages } from '../../facts/fba/menu.ts'
import { platformTax } from './sheet.ts'

const pages: readonly Page[] = [
  ...sheetPages(platformTax).map((one): Page => ({ ...one, formerly: ['涉税信息核对', 'Tax information'] })),
  ...vatPages,
]
export const taxGroup = group('tax', ['税务', 'Tax'], pages, 'audit')
