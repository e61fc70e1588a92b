/** In the head of a column: the formula with its source. */
import { InfoCircleOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import type { MeasureDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

export function MeasureInfo({ measure, sorts = null }: { measure: MeasureDefinition; sorts?: ReactNode }) {
  const content = (
    <div className="zg-measure-info">
      <p className="zg-formula">{measure.formula}</p>
      <p>{measure.source}</p>
      {sorts}
    </div>
  )
  return (
    <Popover title={measure.title} content={content} trigger={['hover', 'click']} mouseEnterDelay={0.3}>
      <button type="button" className="zg-head-info" aria-label={t('{title}的公式和来源', { title: measure.title })}>
        <InfoCircleOutlined aria-hidden />
      </button>
    </Popover>
  )
}
