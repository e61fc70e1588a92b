/** Operators in the words of the interface. */
import type { ConditionCode, FieldDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

type OfKind = Pick<FieldDefinition, 'kind' | 'isTree'>
/** Fields that hold several values: a condition asks for any or for all of those it names. */
export const holdsSeveral = ({ kind }: Pick<FieldDefinition, 'kind'>): boolean => kind === 'choices' || kind === 'links'

function nameOfSeveral(code: ConditionCode): string | undefined {
  switch (code) {
    case 'EQ':
      return t('包含全部')
    case 'NE':
      return t('不全包含')
    case 'IN':
      return t('包含任一')
    case 'NOT_IN':
      return t('都不包含')
    default:
      return undefined
  }
}

export function conditionName(code: ConditionCode, field?: OfKind): string {
  const several = field !== undefined && holdsSeveral(field) ? nameOfSeveral(code) : undefined
  if (several !== undefined) return several
  if (field?.isTree === true && code === 'IN') return t('属于（含下级）')
  if (field?.isTree === true && code === 'NOT_IN') return t('不属于（含下级）')
  const names: Readonly<Record<ConditionCode, string>> = {
    EQ: t('等于'),
    NE: t('不等于'),
    LIKE: t('包含'),
    NOT_LIKE: t('不包含'),
    START: t('开头是'),
    IN: t('属于'),
    NOT_IN: t('不属于'),
    GT: t('大于'),
    GE: t('大于等于'),
    LT: t('小于'),
    LE: t('小于等于'),
    BETWEEN: t('介于'),
    EMPTY: t('为空'),
    NOT_EMPTY: t('不为空'),
    YESTERDAY: t('昨天'),
    TODAY: t('今天'),
    LAST_WEEK: t('上周'),
    THIS_WEEK: t('本周'),
    LAST_MONTH: t('上月'),
    THIS_MONTH: t('本月'),
    LAST_7_DAYS: t('最近7天'),
    LAST_30_DAYS: t('最近30天'),
  }
  return names[code]
}
