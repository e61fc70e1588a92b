/** What does not follow in a file, both figures side by side; while it waits, a person says yes with a reason or gives it up. */
import { Button, Input, Table } from 'antd'
import { useState } from 'react'
import { MISSING } from '#platform/format/numbers.ts'
import type { ImportDetails } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { pageSteps } from '../widgets/page-steps.tsx'
import { Money } from './money.tsx'

const reasonMax = 200
const few = { pageSize: 5, size: 'small', showSizeChanger: false, hideOnSinglePage: true, itemRender: pageSteps } as const

function Decide({ id, onDecided }: { id: string; onDecided: () => void }) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState<'accept' | 'cancel' | null>(null)
  const send = async (what: 'accept' | 'cancel'): Promise<void> => {
    setBusy(what)
    try {
      await api.write(`/fileImportHistory/${what}`, what === 'accept' ? { id, reason } : { id })
      onDecided()
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="zg-import-decide">
      <Input.TextArea
        value={reason}
        maxLength={reasonMax}
        autoSize={{ minRows: 2, maxRows: 4 }}
        aria-label={t('确认理由')}
        placeholder={t('为什么仍要导入，如：银行导出的合计不含本日')}
        onChange={event => setReason(event.target.value)}
      />
      <div className="zg-import-decide-buttons">
        <Button loading={busy === 'cancel'} onClick={() => void ignoreShownRefusal(send('cancel'))}>
          {t('放弃')}
        </Button>
        <Button
          type="primary"
          disabled={reason.trim() === ''}
          loading={busy === 'accept'}
          onClick={() => void ignoreShownRefusal(send('accept'))}
        >
          {t('仍然导入')}
        </Button>
      </div>
    </div>
  )
}

export function Doubts({ details, onDecided }: { details: ImportDetails; onDecided: () => void }) {
  if (details.doubts.length === 0) return null
  return (
    <section>
      <h3>{t('不符之处')}</h3>
      <Table
        size="small"
        rowKey={doubt => `${doubt.what}|${doubt.line}|${doubt.currency}`}
        dataSource={[...details.doubts]}
        pagination={few}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('项目'), dataIndex: 'what' },
          { title: t('行'), width: 64, align: 'right', render: (_, doubt) => doubt.line ?? MISSING },
          { title: t('币种'), width: 64, render: (_, doubt) => doubt.currency || MISSING },
          { title: t('文件写明'), align: 'right', render: (_, doubt) => <Money value={doubt.stated} /> },
          { title: t('按各行计算'), align: 'right', render: (_, doubt) => <Money value={doubt.found} /> },
          { title: t('差异'), align: 'right', render: (_, doubt) => <Money value={doubt.difference} isWrong /> },
        ]}
      />
      {details.accepted !== null && (
        <p className="zg-import-hint">{t('{by} 确认导入：{reason}', { by: details.accepted.by, reason: details.accepted.reason })}</p>
      )}
      {details.state === 'waiting' && <Decide id={details.id} onDecided={onDecided} />}
    </section>
  )
}
