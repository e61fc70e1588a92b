/** 生成凭证 of a closed month: the vouchers of each company that keeps books here, one company after the other. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useContext, useState } from 'react'
import type { ListAnswer } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ShellContext } from '#platform/web/page/shell-context.ts'

const page = '/finance/vouchers/list'
/** of operations.ts */
const editOperation = 3

interface Generated {
  readonly made: number
  readonly unchanged: number
  readonly reversed: number
  readonly lacking: number
}

export function MonthVouchers({ month }: { month: string }) {
  const shell = useContext(ShellContext)
  const route = shell?.routes.find(one => one.menu.path === page)
  const mayGenerate = route?.menu.meta.operations?.includes(editOperation) === true
  const books = useQuery({
    queryKey: ['list', 'voucherBook', 'ofMonth'],
    queryFn: ({ signal }) => api.post<ListAnswer>('/VoucherBook/list', { pageNum: 1, pageSize: 50 }, { signal, quiet: true }),
    enabled: mayGenerate,
    throwOnError: false,
  })
  const [told, setTold] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  if (!mayGenerate || books.data === undefined) return null
  const generate = async (): Promise<void> => {
    setBusy(true)
    setTold([])
    for (const { companyId, companyIdLabel: name } of books.data.list as readonly Readonly<Record<string, unknown>>[]) {
      const company = asText(name)
      const said = await api.write<Generated>('/Voucher/generate', { companyId, month }, { quiet: true }).then(
        one => t('{company}：新生成 {made} 张，未变 {unchanged} 张，冲销 {reversed} 张', { company, ...one }),
        (error: unknown) => `${company}：${error instanceof ApiError ? error.message : t('没有生成，请稍后再试')}`,
      )
      setTold(before => [...before, said])
    }
    setBusy(false)
  }
  return (
    <div className="zg-month-vouchers">
      {books.data.list.length === 0 ? (
        <span className="zg-month-quiet">{t('还没有登记账簿，登记后可以生成凭证')}</span>
      ) : (
        <Button type="primary" loading={isBusy} onClick={() => void generate()}>
          {t('生成凭证')}
        </Button>
      )}
      <Button type="link" onClick={() => shell?.open(page)}>
        {t('查看凭证')}
      </Button>
      <ul role="status">
        {told.map(one => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}
