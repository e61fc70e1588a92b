/** English of the refusals of reference data, keyed by the Chinese source. */
import type { English } from '#platform/server/contract/area.ts'

export const referenceEnglish: English = {
  '店铺 {} 已有{}，不能删除，可改为停业': 'The shop {} has {} and can not be deleted; close it instead',
  '字典编号应为 1 到 {} 个整数，例如 [98, 99]': 'Dictionary ids are 1 to {} whole numbers, for example [98, 99]',
}
