/**
 * The Excel upload dialog (600px): what the definition asks, many files, what was recognised; a list's rows are mapped and previewed; then
 * the same dialog shows the import.
 */
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button, Form, Upload } from 'antd'
import dayjs from 'dayjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Option, UploadDefinition } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { api } from '../api/client.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change, pathOf } from '../list/call.ts'
import { ReferenceSelect } from '../list/reference-select.tsx'
import { ignoreShownRefusal } from '../list/ignore-shown-refusal.ts'
import { TabModal } from '../shell/page/tab-modal.tsx'
import { DatePicker, RangePicker } from '../widgets/date-pickers.tsx'
import { FileList } from './file-list.tsx'
import { ImportCheck } from './import-check.tsx'
import { ImportProgress } from './import-progress.tsx'
import { commonOwner, ownerOf, confirmError, importBody, monthQuestion, monthsOf, type UploadChoices } from './upload-rules.ts'
import { checkError, mappingsOf, useImportChecks } from './use-import-check.ts'
import { useFileQueue, type FileQueue } from './use-file-queue.ts'
import './upload.css'

/** Specification: Excel upload dialog. */
const dialogWidth = 600

interface UploadDialogProps {
  readonly definition: UploadDefinition
  readonly onClose: () => void
  /** an import has ended: lists may have changed */
  readonly onImported: () => void
}

/** What was chosen by hand, else what the content of the files says. */
function useChoices(
  definition: UploadDefinition,
  queue: FileQueue,
): { choices: UploadChoices; choose: (change: Partial<UploadChoices>) => void } {
  const [byHand, setByHand] = useState<Partial<UploadChoices>>({})
  const [month] = monthsOf(queue.uploaded)
  const choices: UploadChoices = {
    selected:
      byHand.selected === undefined
        ? definition.select === null
          ? null
          : commonOwner(queue.uploaded, definition.select.target)
        : byHand.selected,
    month: byHand.month === undefined ? (month ?? null) : byHand.month,
    range: byHand.range ?? null,
  }
  return { choices, choose: next => setByHand(before => ({ ...before, ...next })) }
}

/** Name of the shop, or other owner, that the content of a file names. */
function useOwnerLabels(definition: UploadDefinition, queue: FileQueue): (file: UploadedFile) => string | null {
  const target = definition.select?.target ?? null
  const ids = [...new Set(queue.uploaded.flatMap(one => ownerOf(one, target) ?? []))].sort()
  const { data } = useQuery({
    queryKey: ['options', target, 'ids', ...ids],
    queryFn: ({ signal }) => api.post<Option[]>('/listField/options', { type: target, keyword: '', ids }, { signal, quiet: true }),
    enabled: target !== null && ids.length > 0,
    throwOnError: false,
  })
  return file => data?.find(one => String(one.value) === ownerOf(file, target))?.label ?? null
}

async function downloadTemplate(template: UploadDefinition['templates'][number]): Promise<void> {
  saveFile(await fetchFile(pathOf(template.call), template.call.method === 'GET' ? undefined : {}, `${template.title}.xlsx`))
}

function Questions({
  definition,
  queue,
  choices,
  choose,
}: {
  definition: UploadDefinition
  queue: FileQueue
  choices: UploadChoices
  choose: (change: Partial<UploadChoices>) => void
}) {
  const month = monthQuestion(definition, queue.uploaded)
  return (
    <>
      {definition.select !== null && (
        <Form.Item label={definition.select.title} required={definition.select.required}>
          <ReferenceSelect
            aria-label={definition.select.title}
            target={definition.select.target}
            value={choices.selected}
            placeholder={t('请选择{title}', { title: definition.select.title })}
            onChange={ids => choose({ selected: ids[0] ?? null })}
          />
        </Form.Item>
      )}
      {definition.dateRange && (
        <Form.Item label={t('日期')} required>
          <RangePicker
            className="zg-form-wide"
            format="YYYY-MM-DD"
            value={choices.range === null ? null : [dayjs(choices.range[0]), dayjs(choices.range[1])]}
            onChange={days => choose({ range: days?.[0] && days[1] ? [days[0].format('YYYY-MM-DD'), days[1].format('YYYY-MM-DD')] : null })}
          />
        </Form.Item>
      )}
      {month === 'one' && (
        <Form.Item label={t('年月')} required>
          <DatePicker
            className="zg-form-wide"
            picker="month"
            format="YYYY-MM"
            aria-label={t('年月')}
            value={choices.month === null ? null : dayjs(choices.month)}
            onChange={next => choose({ month: next?.format('YYYY-MM') ?? null })}
          />
        </Form.Item>
      )}
      {month === 'several' && (
        <Form.Item label={t('年月')}>{t('文件分属 {months}，按各自内容导入', { months: monthsOf(queue.uploaded).join('、') })}</Form.Item>
      )}
    </>
  )
}

interface PickFilesProps {
  readonly definition: UploadDefinition
  readonly queue: FileQueue
  readonly choices: UploadChoices
  readonly choose: (change: Partial<UploadChoices>) => void
  readonly onConfirm: () => void
}

/** First half of the dialog: what is asked, the files, the templates. */
function PickFiles({ definition, queue, choices, choose, onConfirm }: PickFilesProps) {
  const ownerLabel = useOwnerLabels(definition, queue)
  return (
    <div
      className="zg-upload"
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onConfirm()
      }}
    >
      <Form layout="vertical" requiredMark>
        <Questions definition={definition} queue={queue} choices={choices} choose={choose} />
        <Form.Item label={t('附件')} required>
          <Upload.Dragger
            multiple
            fileList={[]}
            accept={definition.accept.join(',')}
            beforeUpload={(file, all) => {
              // called once per file: the whole choice is taken with its first
              if (file === all[0]) queue.add(all)
              return false
            }}
          >
            <p className="ant-upload-drag-icon">
              <InboxOutlined aria-hidden />
            </p>
            <p>{t('点击选择文件，或把文件拖到这里')}</p>
            <p className="ant-upload-hint">
              {t('{accept}，最多 {max} 个', { accept: definition.accept.join('、'), max: definition.maxFiles })}
            </p>
          </Upload.Dragger>
        </Form.Item>
      </Form>
      <FileList queue={queue} ownerLabel={ownerLabel} />
      {definition.templates.length > 0 && (
        <div className="zg-upload-templates">
          {definition.templates.map(one => (
            <Button
              key={one.title}
              type="link"
              size="small"
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void ignoreShownRefusal(downloadTemplate(one))}
            >
              {one.title}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

export default function UploadDialog({ definition, onClose, onImported }: UploadDialogProps) {
  const queue = useFileQueue(definition)
  const { choices, choose } = useChoices(definition, queue)
  const [busy, setBusy] = useState(false)
  const [importIds, setImportIds] = useState<readonly string[] | null>(null)
  const [isEnded, setEnded] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const previewed = definition.preview ?? null
  const isPreview = isChecked && importIds === null
  const checks = useImportChecks(isPreview ? previewed : null, isPreview ? queue.uploaded : [])

  const confirm = async (): Promise<void> => {
    const error = isPreview ? checkError(checks) : confirmError(definition, choices, queue.uploaded, queue.isUploading)
    if (error !== null) {
      feedback.warning(error)
      return
    }
    if (previewed !== null && !isPreview) return setChecked(true)
    if (busy) return
    setBusy(true)
    try {
      const answer = await change<{ readonly taskId: string; readonly importIds: readonly string[] }>(definition.call, {
        ...importBody(definition, choices, queue.uploaded),
        ...(isPreview ? { mappings: mappingsOf(checks) } : {}),
      })
      setImportIds(answer.importIds)
    } finally {
      setBusy(false)
    }
  }
  const onConfirm = (): void => void ignoreShownRefusal(confirm())
  const close = (): void => {
    if (importIds !== null && !isEnded) feedback.success(t('导入在后台继续，进度见任务中心'))
    onClose()
  }
  const footer =
    importIds === null
      ? [
          <Button key="cancel" onClick={isPreview ? () => setChecked(false) : close}>
            {isPreview ? t('上一步') : t('取消')}
          </Button>,
          <Button key="ok" type="primary" loading={busy} onClick={onConfirm}>
            {previewed === null || isPreview ? definition.button : t('下一步')}
          </Button>,
        ]
      : [
          <Button key="close" type={isEnded ? 'primary' : 'default'} onClick={close}>
            {isEnded ? t('完成') : t('转入后台')}
          </Button>,
        ]
  return (
    <TabModal title={definition.title} open width={dialogWidth} footer={footer} onCancel={close} mask={{ closable: false }}>
      {isPreview && previewed !== null ? (
        <ImportCheck checks={checks} type={previewed} />
      ) : importIds === null ? (
        <PickFiles definition={definition} queue={queue} choices={choices} choose={choose} onConfirm={onConfirm} />
      ) : (
        <ImportProgress
          ids={importIds}
          onEnded={() => {
            setEnded(true)
            onImported()
          }}
        />
      )}
    </TabModal>
  )
}
