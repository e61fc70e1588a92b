/** `itemRender` of paginations: antd's buttons for the pages before and after have no name but that of their icons, "left" and "right". */
import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type ReactElement } from 'react'
import { t } from '../i18n/t.ts'

export const pageSteps: NonNullable<PaginationProps['itemRender']> = (_page, type, element) => {
  if (!isValidElement(element) || (type !== 'prev' && type !== 'next')) return element
  return cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': type === 'prev' ? t('上一页') : t('下一页') })
}
