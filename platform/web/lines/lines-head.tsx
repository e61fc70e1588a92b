/** What stands above the grid of lines: their number, the buttons, and the faults that are named. */
import { DeleteOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { DrawDefinition } from '../../declare/wire-draws.ts'
import { t } from '../i18n/t.ts'
import type { CellFault } from './line-faults.ts'
import { cellKey } from './lines-value.ts'

/** faults that are named above the grid; all of them are marked in it */
const namedMax = 3

interface LinesToolsProps {
  readonly filled: number
  readonly max: number
  readonly canAdd: boolean
  readonly hasChosen: boolean
  readonly disabled: boolean
  readonly isMobile: boolean
  readonly draws: readonly DrawDefinition[]
  readonly onDraw: (draw: DrawDefinition) => void
  readonly onAdd: () => void
  readonly onRemove: () => void
}

export function LinesTools({ filled, max, canAdd, hasChosen, disabled, isMobile, draws, onDraw, onAdd, onRemove }: LinesToolsProps) {
  const size = isMobile ? 'middle' : 'small'
  return (
    <div className="zg-lines-tools">
      <span className="zg-lines-count">{t('共 {n} 行，最多 {max} 行', { n: filled, max })}</span>
      {!disabled && (
        <>
          {draws.map(draw => (
            <Button key={draw.from} size={size} icon={<ImportOutlined aria-hidden />} disabled={!canAdd} onClick={() => onDraw(draw)}>
              {draw.title}
            </Button>
          ))}
          <Button size={size} icon={<PlusOutlined aria-hidden />} disabled={!canAdd} onClick={onAdd}>
            {t('添加一行')}
          </Button>
          <Button size={size} icon={<DeleteOutlined aria-hidden />} disabled={!hasChosen} onClick={onRemove}>
            {t('删除所选行')}
          </Button>
          {!isMobile && <span className="zg-lines-hint">{t('可从 Excel 粘贴；双击或按 F2 修改')}</span>}
        </>
      )}
    </div>
  )
}

export function LinesFaults({ faults }: { readonly faults: readonly CellFault[] }) {
  if (faults.length === 0) return null
  return (
    <div className="zg-lines-faults" role="status">
      {faults.slice(0, namedMax).map(one => (
        <div key={cellKey(one.id, one.field ?? '')}>{t('第 {at} 行：{message}', { at: one.at, message: one.message })}</div>
      ))}
      {faults.length > namedMax && <div>{t('另有 {n} 处，已在表格中标出', { n: faults.length - namedMax })}</div>}
    </div>
  )
}
