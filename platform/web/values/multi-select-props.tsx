/** A select of the filter bar that takes several: what is chosen stands in one line of words, so that the bar keeps its height. */
import type { SelectProps } from 'antd'
import { t } from '../i18n/t.ts'
import { asText } from '#platform/format/text.ts'

export const multiSelectProps: Pick<SelectProps, 'mode' | 'maxTagCount' | 'maxTagPlaceholder' | 'className'> = {
  mode: 'multiple',
  maxTagCount: 0,
  className: 'zg-filter zg-several',
  maxTagPlaceholder: chosen => {
    const names = chosen.map(one => asText(one.label)).join(t('、'))
    return <span title={names}>{names}</span>
  },
}
