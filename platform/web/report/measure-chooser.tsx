/** Panel that chooses the measures shown, grouped by the formula they are part of. */
import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import type { ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { mainMeasures, measureGroups, shownMeasures, type MeasureGroup } from './measures.ts'
import type { ReportState } from './report-state.ts'

interface MeasureChooserProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly onColumns: (columns: readonly string[] | null) => void
}

const titleOf = (group: MeasureGroup): string => group.of?.title ?? (group.isMain ? t('主要指标') : t('其他'))

export function MeasureChooser({ definition, state, onColumns }: MeasureChooserProps) {
  const shown = shownMeasures(definition, state).map(one => one.name)
  const toggle = (name: string, show: boolean): void => {
    const next = show ? [...shown, name] : shown.filter(one => one !== name)
    const isFirst =
      next.join() ===
      mainMeasures(definition)
        .map(one => one.name)
        .join()
    onColumns(isFirst ? null : next)
  }
  const content = (
    <div className="zg-measures">
      {measureGroups(definition).map(group => (
        <fieldset key={group.of?.name ?? String(group.isMain)}>
          <legend>{titleOf(group)}</legend>
          {group.measures.map(one => (
            <Checkbox
              key={one.name}
              checked={shown.includes(one.name)}
              disabled={shown.length === 1 && shown.includes(one.name)}
              onChange={event => toggle(one.name, event.target.checked)}
            >
              {one.title}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <Button type="link" size="small" onClick={() => onColumns(null)}>
        {t('恢复默认')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title={t('显示的列')} content={content}>
      <Button icon={<SettingOutlined aria-hidden />} aria-label={t('显示的列')} title={t('显示的列')} />
    </Popover>
  )
}
