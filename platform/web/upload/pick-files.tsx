/** First half of the upload dialog: what is asked, the files, the templates. */
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Upload } from 'antd'
import dayjs from 'dayjs'
import type { Option, UploadDefinition } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { api } from '../api/client.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import { t } from '../i18n/t.ts'
import { pathOf } from '../values/call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { RangePicker } from '../widgets/date-pickers.tsx'
import { MonthButton } from '../widgets/month-button.tsx'
import { FileList } from './file-list.tsx'
import { monthQuestion, monthsOf, ownerOf, type UploadChoices } from './upload-rules.ts'
import type { FileQueue, QueuedFile } from './use-file-queue.ts'

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
          <MonthButton years="long" month={choices.month} onChoose={month => choose({ month })} />
        </Form.Item>
      )}
      {month === 'several' && (
        <Form.Item label={t('年月')}>
          {t('文件分属 {months}，按各自内容导入', { months: monthsOf(queue.uploaded).join(t('、')) })}
        </Form.Item>
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
  readonly onTeach: (file: QueuedFile) => void
}

export function PickFiles({ definition, queue, choices, choose, onConfirm, onTeach }: PickFilesProps) {
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
              {t('{accept}，最多 {max} 个', { accept: definition.accept.join(`${t('、')}\u200B`), max: definition.maxFiles })}
            </p>
          </Upload.Dragger>
        </Form.Item>
      </Form>
      <FileList queue={queue} ownerLabel={ownerLabel} onTeach={definition.teach ? onTeach : undefined} />
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
