#include "server/web/request_target.h"

#include <algorithm>
#include <boost/url.hpp>

namespace spielwerk::server {
namespace {

namespace urls = boost::urls;
using urls::grammar::ci_is_equal;

bool is_own_name(std::string_view host, std::span<const std::string> known) {
  const auto authority = urls::parse_authority(host);
  if (!authority || authority->has_userinfo()) return false;
  switch (authority->host_type()) {
    case urls::host_type::ipv4:
    case urls::host_type::ipv6:
      // A page of somebody else can come to us only under a name of theirs, never by an address.
      return true;
    case urls::host_type::name:
      break;
    case urls::host_type::none:
    case urls::host_type::ipvfuture:
      return false;
  }
  const std::string name = authority->host();
  return ci_is_equal(name, "localhost") ||
         std::any_of(known.begin(), known.end(),
                     [&](const std::string& each) { return ci_is_equal(name, each); });
}

/// Also with TLS, which a proxy may have taken off.
bool is_of_the_web(const urls::url_view& url) {
  const bool is_known = url.scheme_id() == urls::scheme::http ||  //
                        url.scheme_id() == urls::scheme::https;
  return is_known && url.has_authority();
}

}  // namespace

std::string_view trimmed(std::string_view value) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = value.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return value.substr(begin, value.find_last_not_of(kBlanks) - begin + 1);
}

RequestTarget parse_target(std::string_view target) {
  RequestTarget result{.path = std::string(target.substr(0, target.find('?')))};
  auto url = urls::parse_origin_form(target);
  if (!url) {
    url = urls::parse_absolute_uri(target);
    if (!url || !is_of_the_web(*url)) return {.path = std::string(target)};
    result.path = std::string(url->encoded_path());
    if (result.path.empty()) result.path += '/';
    result.authority = std::string(url->encoded_authority());
  }
  urls::encoding_opts options;
  options.space_as_plus = true;
  for (const auto& each : url->params(options)) result.query[each.key] = each.value;
  return result;
}

std::optional<Refusal> refuse_site(std::string_view host, std::string_view origin,
                                   std::span<const std::string> known) {
  if (!is_own_name(host, known)) return refusal<RefusalCode::UnknownSite>();
  const std::string own(host);
  if (!origin.empty() && !ci_is_equal(origin, "http://" + own) &&
      !ci_is_equal(origin, "https://" + own)) {
    return refusal<RefusalCode::OtherSite>();
  }
  return std::nullopt;
}

}  // namespace spielwerk::server
