/** No line is open: since which file, and how the next one comes in. */
import { Button, Empty } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import type { OpenAccount } from '../answers.ts'

interface NothingOpenProps {
  readonly accounts: readonly OpenAccount[]
  readonly accountId: string | null
  /** what narrows the lines beside the account */
  readonly isFiltered: boolean
  readonly onReset: () => void
  readonly onImport: (() => void) | null
}

export function NothingOpen({ accounts, accountId, isFiltered, onReset, onImport }: NothingOpenProps) {
  const files = accounts.flatMap(one => ((accountId === null || one.id === accountId) && one.file !== null ? [one.file] : []))
  const last = files.toSorted((a, b) => (a.on < b.on ? 1 : -1))[0]
  const said = isFiltered ? t('没有符合条件的未核流水') : accountId === null ? t('全部账户都已核对') : t('这个账户已全部核对')
  return (
    <div className="zg-match-empty">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={said}>
        {!isFiltered && (
          <p>
            {last === undefined
              ? t('还没有导入过流水文件')
              : last.until === null
                ? t('最近一份流水 {on} 导入', { on: last.on })
                : t('最近一份流水 {on} 导入，到 {until} 为止', { on: last.on, until: last.until })}
          </p>
        )}
        {isFiltered && <Button onClick={onReset}>{t('查看全部')}</Button>}
        {onImport !== null && !isFiltered && (
          <Button type="primary" onClick={onImport}>
            {t('导入银行流水')}
          </Button>
        )}
      </Empty>
    </div>
  )
}
