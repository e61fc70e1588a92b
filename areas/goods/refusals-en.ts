/** English of what the warehouse says. */
import type { English } from '#platform/declare/sentence.ts'

export const goodsEnglish: English = {
  请选择仓库: 'Choose a warehouse',
  '这种库位由系统建立，请选择区或仓内的库位类型': 'Such a location is made by the system: choose a zone or a place inside a warehouse',
}
