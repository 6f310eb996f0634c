// Tags of tables that are missing or too many: what a mail shows in a browser is what it shows here.
import { describe, expect, it } from 'vitest';
import { matchTags } from '../../src/mail/html/matched-tags.ts';

describe('tags', () => {
  it.each([
    [
      'of cells without a row get one',
      '<table><td>a</td><td>b</td></table>',
      '<table><tr><td>a</td><td>b</td></table>',
    ],
    [
      'of a row that was not begun end no other',
      '<table><tr><td><table><td>a</td></tr></table>b</td></tr></table>',
      '<table><tr><td><table><tr><td>a</td></tr></table>b</td></tr></table>',
    ],
    [
      'in a cell end nothing outside of it',
      '<div><b><p><table><tr><td>a</div></p></b></td></tr></table>b</b></div>',
      '<div><b><p><table><tr><td>a</td></tr></table>b</b></div>',
    ],
    [
      'of cells, rows and groups end those before them',
      '<table><tbody><tr><td><i>1<td>2<tr><th>3<tbody><td>4</table>',
      '<table><tbody><tr><td><i>1</td><td>2</td></tr><tr><th>3</th></tr></tbody><tbody><tr><td>4</table>',
    ],
    ['of a table that was not begun', 'a</table></td></tr>b', 'ab'],
    [
      'of a table end those in it',
      '<table><tr><td>a<table><tr><td>b</table>c</table>d</td>',
      '<table><tr><td>a<table><tr><td>b</table>c</table>d',
    ],
    ['of the document are ignored', '<body><p>a</body></html><p>b', '<body><p>a<p>b'],
    ['of captions', '<table><caption>a<tr><td>b</table>', '<table><caption>a</caption><tr><td>b</table>'],
    [
      'in comments, texts and style sheets stay',
      '<!-- </td> --><style></td></style><title></p></title>a',
      '<!-- </td> --><style></td></style><title></p></title>a',
    ],
    ['that are as they should be', '<TABLE><TR><TD>a</TD></TR></TABLE>', '<TABLE><TR><TD>a</TD></TR></TABLE>'],
    ['without an end', 'a<td', 'a<td'],
  ])('%s', (_name, html, matched) => {
    expect(matchTags(html)).toBe(matched);
  });

  it.each([
    ['tables in tables', '<table><td>'.repeat(40_000)],
    ['end tags', `${'<b>'.repeat(40_000)}${'</i></td>'.repeat(40_000)}`],
    ['comments', '<!--'.repeat(100_000)],
    ['texts without an end', '<title><style>'.repeat(50_000)],
    ['tags without an end', '<a '.repeat(100_000)],
  ])('are matched in linear time: %s', (_name, html) => {
    expect(matchTags(html).length).toBeGreaterThan(100_000);
  });
});
