#include "server/web/static_files.h"

#include "server/web/page.h"

namespace spielwerk::server {
namespace {

HttpResponse send(const HttpRequest& request, const PageFile& file) {
  // Files whose names carry a hash of their content never change.
  const bool is_lasting = file.path.starts_with("/assets/");
  HttpResponse response{
      .content_type = std::string(file.content_type),
      .headers = {
          {"ETag", std::string(file.tag)},
          {"Vary", "Accept-Encoding"},
          {"Cache-Control", is_lasting ? "public, max-age=31536000, immutable" : "no-cache"}}};
  if (request.if_none_match == file.tag) {
    response.status = 304;
    return response;
  }
  response.lasting_body = request.accepts_gzip ? file.gzipped : file.plain;
  if (request.accepts_gzip) response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

}  // namespace

std::optional<HttpResponse> send_page_file(const HttpRequest& request) {
  std::string_view path = request.path;
  if (path == "/") path = "/index.html";
  for (const PageFile& file : page_files()) {
    if (file.path == path) return send(request, file);
  }
  return std::nullopt;
}

}  // namespace spielwerk::server
