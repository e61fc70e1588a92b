/** 经营概览 on paper: figures, why, marketplaces and where sales go, as they stand on the page. */
import type { QueryClient } from '@tanstack/react-query'
import type { MeasureDefinition, ReportAnswer, ReportFigures, WhyAnswer } from '#platform/declare/wire.ts'
import { deltaOf } from '#platform/web/home/delta.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showFigure } from '#platform/web/values/value.ts'
import { figure, word, type Paper, type PaperTable } from '#platform/web/paper/paper.ts'
import { kindOf } from '#platform/web/report/figure.tsx'
import { whyKey } from '#platform/web/report/use-why.ts'
import { figuresAsked, figuresShown, shownFigure, whyQuery, type Question } from './ask.tsx'
import { costLines } from './costs.tsx'
import { platformsAsked, platformsShown } from './platforms.tsx'
import { rowsKey, type Asked } from './rows.tsx'

/** Null while the figures are on their way. */
export function paperOfOverview(client: QueryClient, question: Question, title: string): Paper | null {
  const known = (asked: Asked) => client.getQueryData<ReportAnswer>(rowsKey(question.definition, asked))
  const [figures, platforms] = [known(figuresAsked(question)), known(platformsAsked(question))]
  const why = client.getQueryData<WhyAnswer>(whyKey(question.definition, whyQuery(question)))
  if (figures === undefined) return null
  const { from, to } = question.period
  return {
    title,
    lines: [
      t('{from} 至 {to}', { from, to }),
      ...(why === undefined ? [] : [why.sentences.map(pieces => pieces.map(one => one.text).join('')).join(t('。'))]),
    ],
    tables: [
      ...figures.totals.slice(0, 1).map(total => tableOf(question, t('数据'), figuresShown(question), [[t('合计'), total]])),
      ...(platforms === undefined
        ? []
        : [
            tableOf(
              question,
              t('平台'),
              platformsShown(question),
              platforms.list.map(row => [row.label['platform'] ?? '', row]),
            ),
          ]),
      costsTable(question, figures),
    ],
  }
}

function tableOf(
  question: Question,
  title: string,
  measures: readonly MeasureDefinition[],
  rows: readonly (readonly [name: string, figures: ReportFigures])[],
): PaperTable {
  return {
    title,
    heads: [word(''), ...measures.flatMap(one => [figure(one.title), figure('')])],
    rows: rows.map(([name, figures]) => ({
      cells: [
        word(name),
        ...measures.flatMap(measure => {
          const shown = shownFigure(question, measure, figures)
          return [figure(showFigure(kindOf(measure), shown.value).text), figure(deltaOf(shown)?.text ?? '')]
        }),
      ],
    })),
  }
}

const costsTable = (question: Question, answer: ReportAnswer): PaperTable => ({
  title: t('费用结构'),
  heads: [word(t('项目')), figure(t('金额')), figure(t('占销售额')), figure(t('对比期占比')), figure(t('变化'))],
  rows: costLines(question, answer).map(({ title, amount, share, before, moved }) => ({
    cells: [word(title), figure(amount.text), figure(share), figure(before), figure(moved)],
  })),
})
