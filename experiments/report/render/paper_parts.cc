#include "experiments/report/render/paper_parts.h"

#include <array>

#include "experiments/report/render/inline_html.h"

namespace mercer {
namespace {

struct Count {
  int SiteCounts::*number;
  const char* state;  // and class of its part of the bar
  const char* text;
};

constexpr std::array<Count, 5> kCounts = {{{&SiteCounts::agree, "agree", "agree"},
                                           {&SiteCounts::better, "better", "better"},
                                           {&SiteCounts::worse, "worse", "worse"},
                                           {&SiteCounts::untold, "untold", "cannot be told"},
                                           {&SiteCounts::absent, "absent", "not run"}}};

// The class "worse" is a number's in a table.
std::string ClassOf(const Count& count) {
  const std::string state = count.state;
  return state == "worse" ? "worse-cells" : state;
}

// Of the text of a verdict.
std::string StateOf(const std::string& verdict) {
  if (verdict == "holds") return "holds";
  return verdict == "does not hold" ? "fails" : "untestable";
}

std::string Linked(const std::string& html, const std::string& link) {
  return link.empty() ? html : "<a href=\"" + EscapeHtml(link) + "\">" + html + "</a>";
}

}  // namespace

SiteCounts& SiteCounts::operator+=(const SiteCounts& other) {
  for (const Count& count : kCounts) this->*count.number += other.*count.number;
  return *this;
}

SiteCounts CountForSite(const Summary& summary) {
  SiteCounts counts;
  for (const SummaryRow& row : summary.rows) {
    switch (row.judgement.verdict) {
      case Verdict::kNotReported:
      case Verdict::kNone:
        break;
      case Verdict::kExact:
      case Verdict::kAgrees:
        ++counts.agree;
        break;
      case Verdict::kBetter:
        ++counts.better;
        break;
      case Verdict::kWorse:
        ++counts.worse;
        break;
      case Verdict::kUnsolved:
      case Verdict::kUntold:
        ++(row.measured.n == 0 ? counts.absent : counts.untold);
        break;
    }
  }
  return counts;
}

std::string PaperView::Name() const { return notes.name.empty() ? results->citekey : notes.name; }

std::string PaperView::Title() const { return notes.title.empty() ? Name() : notes.title; }

PaperView ViewOf(const PaperResults& results) {
  PaperView view{&results, PaperNotesOf(results.citekey)};
  for (const auto& [name, summary] : results.tables) {
    if (summary.provenance.is_scored) view.cells += CountForSite(summary);
    if (std::optional<Thumbnail> thumbnail = ThumbnailOf(summary))
      view.thumbnails.emplace(name, std::move(*thumbnail));
  }
  return view;
}

std::string PaperLine(const PaperNotes& notes) {
  if (notes.title.empty()) return "";
  const std::string title = "<cite>" + InlineHtml(notes.title) + "</cite>";
  return "<p class=\"byline\">" + InlineHtml(notes.authors) + ", " + Linked(title, notes.link) +
         ", " + InlineHtml(notes.venue) + "</p>\n";
}

std::string Byline(const PaperNotes& notes) {
  if (notes.authors.empty()) return "";
  return "<p class=\"byline\">" + InlineHtml(notes.authors) + ". " +
         Linked(InlineHtml(notes.venue), notes.link) + "</p>\n";
}

std::string CountsHtml(const SiteCounts& counts) {
  if (counts.Sum() == 0) return "<p class=\"counts\">The paper prints no number to compare.</p>\n";
  std::string bar, list;
  for (const Count& count : kCounts) {
    const int number = counts.*count.number;
    const std::string name = ClassOf(count);
    if (number > 0)
      bar += "<span class=\"" + name + "\" style=\"flex:" + std::to_string(number) + "\"></span>";
    list += "<li data-count=\"" + std::string(count.state) + "\"><span class=\"key " + name +
            "\"></span>" + std::to_string(number) + " " + count.text + "</li>";
  }
  return "<div class=\"bar\" aria-hidden=\"true\">" + bar +
         "</div>\n<ul class=\"counts\" aria-label=\"Cells beside the paper's\">" + list + "</ul>\n";
}

std::string ClaimsSentence(const ClaimTable& claims) {
  ClaimCounts all = claims.of_paper;
  all.holds += claims.ours.holds;
  all.fails += claims.ours.fails;
  all.untold += claims.ours.untold;
  return "Claims: " + std::to_string(all.holds) + (all.holds == 1 ? " holds, " : " hold, ") +
         std::to_string(all.fails) + (all.fails == 1 ? " does" : " do") + " not hold, " +
         std::to_string(all.untold) + " cannot be told";
}

std::string ClaimsHtml(const ClaimTable& claims) {
  std::string out = "<ul class=\"claims\">\n";
  for (const TableRow& row : claims.table.rows) {
    const std::string& text = row.cells[0];
    const std::string& source = row.cells[1];
    const std::string& verdict = row.cells[3];
    const std::string state = StateOf(verdict);
    out += "<li class=\"" + state + "\" data-state=\"" + state + "\"><span class=\"verdict\">" +
           EscapeHtml(verdict) + "</span><div><p>" + InlineHtml(text) +
           "</p><details><summary>Evidence</summary><p>" +
           (row.cells[2] == "paper" ? "The paper, " : "Our claim, ") + EscapeHtml(source) + "</p>" +
           (row.cells[4].empty() ? "" : "<p>" + EscapeHtml(row.cells[4]) + "</p>") +
           "</details></div></li>\n";
  }
  return out + "</ul>\n";
}

std::string StatesOf(const PaperView& paper) {
  std::string states;
  const auto add = [&](int number, const char* state) {
    if (number > 0) states += (states.empty() ? "" : " ") + std::string(state);
  };
  for (const Count& count : kCounts) add(paper.cells.*count.number, count.state);
  const ClaimTable& claims = paper.results->claims;
  add(claims.of_paper.holds + claims.ours.holds, "holds");
  add(claims.of_paper.fails + claims.ours.fails, "fails");
  add(claims.of_paper.untold + claims.ours.untold, "untestable");
  return states;
}

std::string ThumbnailList(const PaperView& paper, const std::string& folder) {
  std::string out;
  for (const auto& [table, thumbnail] : paper.thumbnails) {
    out += "<li><a href=\"" + EscapeHtml(folder + table) + ".html\">" + thumbnail.svg + "<strong>" +
           EscapeHtml(table) + "</strong>: " + EscapeHtml(thumbnail.text) + "</a></li>\n";
  }
  return out;
}

}  // namespace mercer
